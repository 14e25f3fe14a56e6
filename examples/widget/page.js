const chat = document.querySelector('sextant-chat');

// Asked for with every request. Ask your own server for the signed-in user's token here.
chat.token = async () => 'YOUR_TOKEN';

// What the page may want to know of.
window.told = [];
for (const name of ['preview', 'accepted', 'rejected', 'ui_action']) {
  chat.addEventListener(name, ({ detail }) => {
    window.told.push(name);
    console.info(name, detail);
  });
}
