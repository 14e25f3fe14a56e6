/** What the schema of an argument says that is the id of a file; forms offer to upload one. */
export const FILE_ID = 'Id of a document that the user has uploaded; its file is sent.';
