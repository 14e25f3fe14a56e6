/** `.ci/run` tries a part of each long matrix (`MATRICES=thin`); `npm run test:all` by hand the whole of it. */
export const isThin = process.env['MATRICES'] === 'thin';
