-- Where a block stands on its page: left, top, right and bottom as shares of the page, from its top left corner; null where the
-- format has no pages, and for documents that were read before this was kept.
alter table knowledge.blocks add column box real[];
