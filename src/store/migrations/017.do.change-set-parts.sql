-- What a set that undoes another one cannot take back, with the reasons.
alter table sextant.change_sets add column left_out jsonb;
