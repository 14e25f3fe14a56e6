-- What its user calls a conversation; without it, its first message names it.
alter table sextant.conversations add column title text;
