/** Connecting a model. */
export default {
  'Connect a model': 'Ein Modell verbinden',
  'The model is set by {variable} where the server was started; that wins.':
    'Das Modell ist beim Start des Servers durch {variable} festgelegt; das hat Vorrang.',
  'An operator of this server can connect a model here.':
    'Ein Betreiber dieses Servers kann hier ein Modell verbinden.',
  '{model} ({provider}) is connected.': '{model} ({provider}) ist verbunden.',
  'It holds for this server only.': 'Das gilt nur für diesen Server.',
  'Remove the model and its key': 'Modell und Schlüssel entfernen',
  'Trying it…': 'Wird ausprobiert…',
  'List its models': 'Modelle auflisten',
  'Try it and connect': 'Ausprobieren und verbinden',
  Provider: 'Anbieter',
  'Ollama (runs here)': 'Ollama (läuft hier)',
  'OpenAI-compatible': 'OpenAI-kompatibel',
  'Address, unless it is the provider’s own': 'Adresse, falls nicht die des Anbieters',
  Key: 'Schlüssel',
  'It is stored encrypted and sent to this address alone; another address deletes it.':
    'Er wird verschlüsselt gespeichert und nur an diese Adresse gesendet; eine andere Adresse löscht ihn.',
  Model: 'Modell',
  'For small steps': 'Für kleine Schritte',
  'the same': 'dasselbe',
  '{model} called a tool in {seconds} s. It answers from now on.':
    '{model} hat in {seconds} s ein Werkzeug aufgerufen. Ab jetzt antwortet es.',
  '{model} answered in {seconds} s, but called no tool: it may not be of use here.':
    '{model} hat in {seconds} s geantwortet, aber kein Werkzeug aufgerufen: vielleicht taugt es hier nicht.',
} as const;
