-- The run after whose answer the message of a run was said, where that is not the run before it in time: an edited
-- message, or one said on an earlier branch. A zero id: the message begins the conversation.
alter table sextant.runs add column follows uuid;
