/** The tests of one client, each `file › title`. */
type Tests = readonly string[];
/**
 * In the order of the columns of the table: AI SDK 6 and 7, AI SDK 5, AG-UI, OpenAI, the widget. Empty where the
 * cell says that the client has no such thing, and there is nothing to try.
 */
type Cells = readonly [Tests, Tests, Tests, Tests, Tests];

const aiSdk = (title: string) => `test/protocols/ai-sdk.long.test.ts › ${title}`;
const agUi = (title: string) => `test/protocols/ag-ui.long.test.ts › ${title}`;
const openai = (title: string) => `test/protocols/openai.test.ts › ${title}`;
const client = (title: string) => `test/protocols/client.test.ts › ${title}`;
const widget = (title: string) => `test/browser/widget.long.test.ts › ${title}`;
const page = (title: string) => `test/browser/examples.long.test.ts › ${title}`;
const rendering = (title: string) => `test/protocols/renderings.test.ts › ${title}`;

const PARTS = aiSdk('text, a tool call, the selection and the end come as parts of one message');
const RUN = agUi('comes as texts, a call with its result, the selection and its end');
const STREAMED = openai('gets a streamed answer; tools are not among it, and turns are kept apart');
const CHAT = widget(
  'a chat on a page of another origin, with its context, said to screen readers once and whole',
);
const LINK = openai('shows a preview as a sentence and a link to where it is decided');
const DRAWN = widget(
  'of every event of a run it draws what a person needs, and passes the others over',
);
// Each is given a run with one event of every kind, and all that comes of it is compared.
const EVENTS = rendering('every event, and drops none');
const TEXT = rendering('the answer with its sources, and steps as reasoning');
const BY_ROUTE = client('a preview is accepted as it was shown, edited, or rejected');
const CARD_5 = aiSdk(
  'a preview is a card in version 5, which knows no approvals, and its stream goes on to its end',
);
const FORM_PART = aiSdk('comes as a part, and a message with it filled in begins with its call');
const everyEvent: Cells = [[EVENTS], [EVENTS], [EVENTS], [TEXT], [DRAWN]];

/** The rows of the table in docs/frontends.md, and the tests that hold each of their cells. */
export const CARRIED: Readonly<Record<string, Cells>> = {
  answer: [
    [PARTS, page('a chat with a tool call, and the same question again')],
    [PARTS],
    [RUN],
    [STREAMED],
    [CHAT],
  ],
  "a model's thinking": [
    [EVENTS, page('a chat with a tool call, and the same question again')],
    [EVENTS],
    [EVENTS],
    [TEXT],
    [DRAWN],
  ],
  'tool calls': [[PARTS], [PARTS], [RUN], [STREAMED], [CHAT]],
  'steps of tools': everyEvent,
  'who answers': [
    [EVENTS],
    [EVENTS],
    [EVENTS],
    [TEXT, openai('lists the agents as models')],
    [DRAWN],
  ],
  'why tools were offered': [[PARTS], [PARTS], [RUN], [TEXT], [DRAWN]],
  sources: everyEvent,
  'phases of a research': everyEvent,
  'what the page should do': everyEvent,
  'events of plugins': everyEvent,
  usage: [
    [EVENTS],
    [EVENTS],
    [RUN],
    [openai('gets the usage of a stream when it asks for it, and not otherwise')],
    [],
  ],
  "a server's question": [
    ...([[EVENTS], [EVENTS], [EVENTS], [TEXT]] as const),
    [widget("a server's question is declined by keyboard, or answered on the server's page")],
  ],
  'a form in place of an answer': [
    [FORM_PART],
    [FORM_PART],
    [
      agUi('is an event, and resuming with it filled in begins with its call'),
      agUi('is an interrupt where the client wants them, with the schema of what may be answered'),
    ],
    [openai('shows a form as a sentence and a link to where it is filled in')],
    [widget('a form is filled in and sent, and refused where it is wrong')],
  ],
  preview: [
    [
      aiSdk('accepting saves the change, and the message says so'),
      page('a chat, a preview that is accepted, and one that is rejected'),
    ],
    [CARD_5],
    [agUi('is a card whose state follows what was decided elsewhere, with the next run')],
    [LINK],
    [widget('a preview is accepted, and the host page is told')],
  ],
  'accept, reject': [
    [
      aiSdk('accepting saves the change, and the message says so'),
      aiSdk('rejecting saves nothing and keeps the reason for the model'),
      page('a preview is accepted, and another rejected'),
    ],
    [CARD_5, BY_ROUTE],
    [agUi('that is accepted saves the change'), agUi('that is rejected saves nothing')],
    [LINK, BY_ROUTE],
    [
      widget('a preview is rejected with a reason'),
      widget('several changes are accepted together by keyboard alone, or rejected'),
    ],
  ],
  'edited content': [
    [BY_ROUTE],
    [BY_ROUTE],
    [agUi('takes an edited content')],
    [LINK, BY_ROUTE],
    [
      widget(
        'a preview is edited by keyboard alone; what is no JSON is said, and stays to be mended',
      ),
    ],
  ],
  'later state of a preview': [
    [aiSdk('what has been decided elsewhere is told, and nothing is done twice')],
    [],
    [agUi('is a card whose state follows what was decided elsewhere, with the next run')],
    [],
    [widget('a preview is accepted, and the host page is told')],
  ],
  'go on after a reload': [
    [
      aiSdk('a page that was reloaded in the middle of an answer reads it from its start'),
      page('an answer is read on after a reload, and stopped'),
    ],
    [aiSdk('a page that was reloaded in the middle of an answer reads it from its start')],
    [agUi('that is asked for again under its UUID is the same run')],
    [],
    [widget('a page that is reloaded in the middle of an answer reads it on')],
  ],
  'answer again': [
    [aiSdk('an answer is made again without the one before')],
    [aiSdk('an answer is made again without the one before')],
    [],
    [],
    [],
  ],
  cancel: [
    [
      page('an answer is read on after a reload, and stopped'),
      page('an answer is stopped, and its run with it'),
    ],
    [rendering('a cancelled run, whose calls are not left open'), client('a run is cancelled')],
    [agUi('is cancelled by its route, and ends as that'), rendering('a cancelled run')],
    [openai('ends a run by leaving it'), rendering('a cancelled run as an error')],
    [widget('an answer is stopped with Escape')],
  ],
  failure: [
    [aiSdk("a run's failure is the chat's error, and ends its calls"), page('a failure is shown')],
    [aiSdk("a run's failure is the chat's error, and ends its calls")],
    [agUi('that fails says why')],
    [openai('is told why a stream broke off, and why a whole answer did not come')],
    [widget('a failure is said')],
  ],
};

/** What comes in badly, and the tests that send it. */
export const BAD_INPUT: Readonly<Record<string, Tests>> = {
  'histories of 2 MB': [
    aiSdk('takes a history of two megabytes with parts that it does not know, and what pages add'),
    aiSdk('refuses more than that, and says how much there may be'),
    agUi('takes a history of two megabytes with messages that it does not know'),
    openai('may bring a history of two megabytes'),
  ],
  "another user's preview": [
    aiSdk("nobody accepts another user's preview with a history of their own making"),
    agUi("of another user's is nobody else's to decide"),
  ],
  'a wrong hash': [
    aiSdk('a page that showed another content cannot have this one saved'),
    agUi('whose card showed something else saves nothing'),
  ],
  'already decided': [
    aiSdk('what has been decided elsewhere is told, and nothing is done twice'),
    agUi('that was decided elsewhere tells what it was'),
  ],
  'an input that was changed': [
    aiSdk('an input that was changed in the history changes nothing of what is saved'),
  ],
  'unknown parts': [
    aiSdk('takes a history of two megabytes with parts that it does not know, and what pages add'),
    agUi('takes a history of two megabytes with messages that it does not know'),
    openai('may send what is not known here'),
  ],
  'half a JSON': [aiSdk('half a JSON'), agUi('half a JSON'), openai('is refused half a JSON')],
  'two tabs': [
    aiSdk('of two tabs that accept at once both are told that it is saved, and it is saved once'),
  ],
  'a reload in mid-stream': [
    aiSdk('a page that was reloaded in the middle of an answer reads it from its start'),
    page('an answer is read on after a reload, and stopped'),
    widget('a page that is reloaded in the middle of an answer reads it on'),
  ],
  'a proxy that buffers': [
    aiSdk('behind a proxy that keeps the stream back until its end, all of it still comes'),
    'src/agentapi/sse-writer.test.ts › frames come as they are, and the end of the frames ends the response',
  ],
  'other origins': [
    aiSdk('/api/ai/chat'),
    widget(
      'a chat on a page of another origin, with its context, said to screen readers once and whole',
    ),
  ],
};
