-- The media type of an image by its first bytes, and the model that read it: what that wrote is the document's text, which
-- nobody checked.
alter table knowledge.documents add column image_type text, add column read_by text;
update knowledge.documents d set image_type = case
    when starts_with(o.start, '89504e470d0a1a0a') then 'image/png'
    when starts_with(o.start, 'ffd8ff') then 'image/jpeg'
    when starts_with(o.start, '47494638') then 'image/gif'
    when starts_with(o.start, '52494646') and substr(o.start, 17, 8) = '57454250' then 'image/webp'
  end
  from (select document_id, encode(substring(content from 1 for 12), 'hex') as start from knowledge.originals) o
  where d.id = o.document_id and d.kind = 'file';
