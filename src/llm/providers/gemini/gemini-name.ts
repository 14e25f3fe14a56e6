/** How the API is called in messages to people. */
export const SERVICE = 'Gemini';
