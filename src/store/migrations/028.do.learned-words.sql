-- By which rule the words of an example were made; those of an older one are made again from the run's message.
alter table sextant.learned_examples add column words_version integer not null default 1;
