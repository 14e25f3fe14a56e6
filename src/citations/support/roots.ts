import type { Language } from '../../language/question-language.js';

/** Verbs that change inside, with their other stems and the nouns made of them; German without umlauts. One a line. */
const LISTED: Readonly<Record<Language, string>> = {
  de: `
    sehen sieht sicht sah sahen
    setzen satz
    laufen lauf lauft lief liefen
    nehmen nimmt nahm nahme nahmen nommen
    gehen gang gange ging gingen gangen
    geben gibt gab gabe gaben
    ziehen zog zogen zug zuge
    schliessen schloss schlossen schluss
    schneiden schnitt schnitten
    sprechen spricht sprach sprache sprochen spruch
    brechen bricht brach bruch brochen
    binden band banden bunden
    fallen fallt fiel fielen fall
    fahren fahrt fuhr fuhren
    kommen kam kamen kunft
    stehen stand standen
    treten tritt trat traten
    werfen wirft warf worfen wurf
    greifen griff griffen
    weisen wies wiesen
    schreiben schrieb schrieben schrift
    halten halt hielt hielten
    lassen lasst liess liessen lass
    rufen rief riefen ruf
    schlagen schlagt schlug schlugen
    bieten bot boten
    liegen lag lagen
    legen lage
    steigen stieg stiegen
    scheiden schied schieden
    fliessen floss flossen fluss
    giessen goss gossen guss
    verlieren verlor verloren verlust
    messen misst mass massen
    essen isst ass gessen
    trinken trank tranken trunken
    helfen hilft half holfen hilfe
    treffen trifft traf troffen
    tragen tragt trug trugen
    gelten gilt galt golten
    heben hob hoben
    bringen bracht brachte brachten
    denken dacht dachte
    wachsen wachst wuchs
    reissen riss rissen
    schieben schob schoben
    bleiben blieb blieben
    kennen kannt kannte kenntnis
    nennen nannt nannte
    brennen brannt brannte
    senden sandt sandte
    wenden wandt wandte
    stossen stosst stiess
    beginnen begann begonnen
    lesen liest las
    leihen lieh liehen
    laden ladt lud luden
    empfehlen empfiehlt empfahl empfohlen
    stehlen stiehlt stahl stohlen
    wiegen wog wogen
    weichen wich wichen
    streichen strich strichen
    zwingen zwang zwungen
    dringen drang drungen
    springen sprang sprungen
    erscheinen erschien erschienen
    gleichen glich glichen gleich
    treiben trieb trieben
    fangen fing fang
    gewinnen gewann gewonnen gewinn
    graben grub
    bergen barg borgen
    sitzen sass sessen sitz
    raten riet rieten
    schlafen schlief
    meiden mied mieden
    schwinden schwand schwund
    leiden litt litten`,
  en: `
    keep kept
    hold held
    lend lent
    pay paid
    send sent
    lose lost loss
    find found
    build built
    buy bought
    sell sold sale
    teach taught
    tell told
    think thought
    bring brought
    choose chose chosen choice
    drive drove driven
    write wrote written
    speak spoke spoken speech
    break broke broken
    wear wore worn
    draw drew drawn
    withdraw withdrew withdrawn
    know knew known knowledge
    grow grew grown growth
    show shown
    begin began begun
    see saw seen
    eat ate eaten
    fall fell fallen
    rise rose risen
    hang hung
    meet met
    feed fed
    lead led
    deal dealt
    spend spent
    lay laid
    bear borne
    swear sworn
    seek sought
    catch caught
    hide hidden
    drink drank drunk
    bind bound
    stand stood
    forget forgotten
    arise arose arisen
    freeze froze frozen
    decide decision
    divide division
    extend extension
    conclude conclusion
    permit permission
    submit submission
    admit admission
    transmit transmission
    omit omission
    exclude exclusion
    include inclusion
    describe description
    produce production
    reduce reduction
    destroy destruction
    respond response
    apply application
    prove proof
    succeed success
    exceed excess
    enter entry
    maintain maintenance
    retain retention
    acquire acquisition
    inquire inquiry
    weigh weight
    long length
    high height
    deep depth
    wide width
    depart departure
    receive receipt
    assist assistance`,
};

/** Each other stem with the verbs it is of. */
const verbsByStem = Object.fromEntries(
  Object.entries(LISTED).map(([language, listed]) => {
    const verbs = new Map<string, string[]>();
    for (const line of listed.trim().split('\n')) {
      const [verb = '', ...stems] = line.trim().split(' ');
      for (const stem of stems) verbs.set(stem, [...(verbs.get(stem) ?? []), verb]);
    }
    return [language, verbs];
  }),
) as unknown as Record<Language, ReadonlyMap<string, readonly string[]>>;

const SHORTEST_STEM = 3;

/** The verbs of an English word. */
export function englishVerbs(word: string): readonly string[] {
  return verbsByStem.en.get(word) ?? [];
}

/** The verbs of a German word, with what stands before its stem: "einsicht" and "einsehen". */
export function germanVerbs(word: string, isPrefix: (before: string) => boolean): string[] {
  const found: string[] = [];
  for (const end of ['', 'e', 's', 'es', 'er', 'en', 'ene', 'ener', 'enen']) {
    if (!word.endsWith(end)) continue;
    const bare = word.slice(0, word.length - end.length);
    for (let from = 0; from <= bare.length - SHORTEST_STEM; from += 1) {
      const before = bare.slice(0, from);
      const verbs = verbsByStem.de.get(bare.slice(from));
      const isLong = bare.length - from > SHORTEST_STEM + 1;
      if (verbs === undefined || !(isLong || isPrefix(before))) continue;
      found.push(...verbs.map((verb) => before.replace(/ge$/, '') + verb));
    }
  }
  return found;
}
