import { stopWords } from '../../language/stop-words.js';
import { kinds, pairs, phraseKinds, sides, words, type Lexicon } from './lexicon.js';

/** German as rules, contracts, manuals and reports write it. */
export const german: Lexicon = {
  language: 'de',
  negations: words(
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder nor außer keinerlei keineswegs keinesfalls unterlassen unterlässt unterlassene unterlassener unterlassenen frei befreit befreien freigestellt befreiung unterbleibt unterbleiben unterblieben versäumt versäumen fehlt fehlen fehlende fehlender fehlenden fehlendes entfällt entfallen verzichtet verzichten',
  ),
  opposites: sides(`
    ablehnen versagen verweigern = erteilen gewähren bewilligen genehmigen zulassen
    sinken fallen verringern senken = steigen erhöhen zunehmen
    einhalten unterschreiten = überschreiten übersteigen
    beginn beginnen anfang antritt = ende enden beendigung ablauf ablaufen
    erste ersten erster erstes = letzte letzten letzter letztes
    schließen = öffnen
    innen = außen
    vermieter = mieter
    käufer = verkäufer
    arbeitgeber = arbeitnehmer beschäftigte
    nachts nacht = tagsüber
    einschließlich = ausschließlich ausgenommen
    mündlich = schriftlich
    kostenlos unentgeltlich kostenfrei = kostenpflichtig entgeltlich
    aufgefordert anforderung verlangen aufforderung = unaufgefordert
    fahrlässig = vorsätzlich
    gültig = ungültig
    höchstens = mindestens
    billigen zustimmen = widersprechen
  `),
  modals: kinds({
    must: 'muss müssen musste mussten müsse müsste verpflichtet verpflichtend pflicht zwingen gezwungen verpflichtung zwingend verbindlich obligatorisch vorgeschrieben verlangt obliegt obliegen',
    need: 'braucht brauchen benötigt benötigen bedarf bedürfen erforderlich nötig notwendig erfordert erfordern setzt voraussetzung',
    may: 'darf dürfen dürfte kann können könnte könnten erlaubt gestattet zulässig berechtigt befugt recht anspruch möglich möglichkeit droht drohen riskiert darfst kannst freiwillig optional erlaubnis',
    should: 'soll sollen sollte sollten empfohlen empfiehlt ratsam empfehlung möglichst',
    forbidden: 'verboten verbietet verbieten verbot untersagt untersagen untersagung unzulässig',
  }),
  widens: words(
    'alle aller allen alles sämtliche sämtlicher sämtlichen jede jeder jedes jeden jedem jederzeit immer stets niemals überall sogar auch egal gleichgültig unabhängig ungeachtet beliebige beliebiger beliebigen generell ausnahmslos einschließlich gleich',
  ),
  only: words('nur ausschließlich lediglich erst allein'),
  bounds: phraseKinds({
    most: 'höchstens, oder weniger, oder früher, maximal, bis, bis zu, längstens, innerhalb, innerhalb von, binnen, spätestens, unter, weniger als, begrenzt, beschränkt, begrenzt auf, beschränkt auf, nicht mehr als, nicht länger als, nicht über, nicht später als, unterhalb, unterschreiten, unterschreitet',
    least:
      'mindestens, oder mehr, und mehr, oder länger, oder später, wenigstens, minimal, über, mehr als, länger als, ab, seit, frühestens, nicht weniger als, nicht unter, nicht vor, oberhalb, überschreiten, überschreitet, übersteigen, übersteigt',
  }),
  before: words('vor bevor vorher zuvor ehe'),
  after: words('nach nachdem danach nachher später'),
  subordinators: words(
    'wenn falls sofern soweit dass weil da obwohl während bevor nachdem ob wer wen wem deren dessen welche welcher welches denen die der das dem den indem damit sobald solange soweit insoweit ehe sodass',
  ),
  light: words(
    `${[...stopWords.de].join(' ')} haben hat hatte habe wurde wurden worden wird werden sein ist sind war waren sei seien gewesen lassen lässt ließ
    dabei dafür daran darauf darüber dies diese dieser dieses jener jene sowie insbesondere jeweils jeweilige jeweiligen bereits davon beiden
    gilt gelten beträgt betragen liegt liegen lag lagen erfolgt erfolgen erfolgte besteht bestehen gibt geben heißt lautet sagt regelt geregelt
    bestimmt bestimmung vorgesehen vorsieht sieht dauert dauern dauer lang lange zeit mal frist regel person personen grund rahmen weise art
    sache form stelle stellt stellen verfügung bekommt bekommen sagt kommt kommen macht machen tut tun findet finden statt geht gehen nimmt
    vorher später danach neu neue neuen eigen eigene eigenen so auch ihm ihn ihnen sein seine seiner seinem seinen ihre ihren ihrem ihrer sie es er
    allerdings daher deshalb somit folglich demnach also zudem außerdem ferner jedoch hingegen sowohl entsprechend entsprechende entsprechenden
    gemäß laut hinsichtlich bezüglich gegenüber zwecks mittels pro je dort hierfür hierbei hierzu dazu ebenfalls grundsätzlich stets immer
    fall falle fälle verfahren vorgang umstand umstände zeitpunkt zeitraum bereich tatsache bedingung bedingungen
    notwendigkeit zuständigkeit anlass zweck zwecke anzahl zahl betrag wert jeden jedem jede jeder jedes bleibt bleiben befindet befinden durchführen durchgeführt durchführung durchführt vornehmen vorgenommen vornimmt
    besitzt besitzen verfügt obliegt obliegen hält halten will wollen tausend höhe ausnahme gesetz verordnung vorschrift paragraf paragraph absatz satz nummer buchstabe anlage abs nr`,
  ),
  phrases: pairs(`
    es sei denn = außer
    nicht mehr = nicht
    nicht mehr als = höchstens
    nicht nur = auch
    zur verfügung stellen = bereitstellen
  `),
  months: new Map(
    'januar februar märz april mai juni juli august september oktober november dezember'
      .split(' ')
      .map((name, at) => [name, at + 1]),
  ),
  actors: words(
    'chef käufer verkäufer eigentümer beschäftigte beschäftigten arbeitnehmer mitarbeiter mitarbeitende angestellte angestellten vorgesetzte vorgesetzter feuerwehr werkstatt kammer kasse direktor rektor professor auditor investor schiedsgericht aufsicht verwaltung dekanat kuratorium hausverwaltung behörde ministerium amt rat betriebsrat vorstand gericht polizei leitung geschäftsleitung buchhaltung abteilung personalabteilung land bund gemeinde kommission ausschuss versammlung mitgliederversammlung beauftragte beauftragter patient patienten kinder kind eltern arzt betriebsarzt kunde kunden besucher staat genossenschaft berufsgenossenschaft firma unternehmen',
  ),
  by: words('von vom durch'),
  receives: words('erhält erhalten bekommt bekommen'),
  irregular: new Map(),
};
