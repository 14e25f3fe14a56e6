-- The origin that an operator allowed to be sent the tokens of users; absent: a source that forwards them waits for it.
alter table sextant.added_sources add column forward_to text;
