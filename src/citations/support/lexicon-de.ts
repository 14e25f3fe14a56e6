import { stopWords } from '../../language/stop-words.js';
import { groups, kinds, numberWords, pairs, phraseKinds, words, type Lexicon } from './lexicon.js';

/** German as rules, contracts, manuals and reports write it. */
export const german: Lexicon = {
  negations: words(
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder außer keinerlei keineswegs keinesfalls unterlassen unterlässt unterlassene unterlassener unterlassenen befreit befreien befreiung unterbleibt unterbleiben unterblieben versäumt versäumen fehlt fehlen fehlende fehlender fehlenden fehlendes entfällt entfallen verzichtet verzichten',
  ),
  opposites: new Map(
    pairs(`
      verboten = zulässig
      verbietet = zulässig
      verbieten = zulässig
      untersagt = zulässig
      untersagen = zulässig
      unzulässig = zulässig
      ablehnen = erteilen
      abgelehnt = erteilen
      ablehnt = erteilen
      versagen = erteilen
      versagt = erteilen
      verweigern = erteilen
      verweigert = erteilen
      sinkt = steigen
      sinken = steigen
      sank = steigen
      sanken = steigen
      gesunken = steigen
      fiel = steigen
      fielen = steigen
      gefallen = steigen
      verringern = steigen
      verringerte = steigen
      ungültig = gültig
      unwirksam = wirksam
      unverändert = verändert
    `),
  ),
  modals: kinds({
    must: 'muss müssen musste mussten müsse müsste verpflichtet pflicht verpflichtung zwingend verbindlich obligatorisch vorgeschrieben verlangt obliegt obliegen',
    need: 'braucht brauchen benötigt benötigen bedarf bedürfen erforderlich nötig notwendig erfordert erfordern setzt voraussetzung',
    may: 'darf dürfen dürfte kann können könnte könnten erlaubt gestattet zulässig berechtigt befugt recht anspruch möglich möglichkeit droht drohen riskiert darfst kannst freiwillig optional erlaubnis',
    should: 'soll sollen sollte sollten empfohlen empfiehlt ratsam empfehlung möglichst',
    forbidden: 'verboten verbietet verbieten verbot untersagt untersagen untersagung unzulässig',
  }),
  only: words('nur ausschließlich lediglich erst allein'),
  bounds: phraseKinds({
    most: 'höchstens, maximal, bis, bis zu, längstens, innerhalb, innerhalb von, binnen, spätestens, unter, weniger als, begrenzt, beschränkt, begrenzt auf, beschränkt auf, nicht mehr als, nicht länger als, nicht über, nicht später als, unterhalb, unterschreiten, unterschreitet',
    least:
      'mindestens, wenigstens, minimal, über, mehr als, länger als, ab, seit, frühestens, nicht weniger als, nicht unter, nicht vor, oberhalb, überschreiten, überschreitet, übersteigen, übersteigt',
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
    notwendigkeit zuständigkeit erfolg anlass zweck zwecke anzahl zahl betrag wert beginn ablauf jeden jedem jede jeder jedes bleibt bleiben befindet befinden durchführen durchgeführt durchführung durchführt vornehmen vorgenommen vornimmt
    besitzt besitzen verfügt obliegt obliegen hält halten will wollen tausend höhe ausnahme gesetz verordnung vorschrift paragraf paragraph absatz satz nummer buchstabe anlage abs nr`,
  ),
  synonyms: groups(`meter metern
    liter litern
    minute minuten
    sekunde sekunden
    tonne tonnen
    unverzüglich sofort umgehend unmittelbar
    kostenlos unentgeltlich gratis kostenfrei gebührenfrei
    melden meldet gemeldet meldung anzeigen anzeigt angezeigt anzeige mitteilen mitteilt mitgeteilt mitteilung unterrichten unterrichtet unterrichtung informieren informiert information benachrichtigen benachrichtigt
    prüfen prüft geprüft prüfung überprüfen überprüft überprüfung kontrollieren kontrolliert kontrolle überprüfe
    notieren notiert festhalten festgehalten aufzeichnen aufgezeichnet dokumentieren dokumentiert vermerken vermerkt eintragen eingetragen
    jährlich jahr jahre jahres jahren jährliche jährlichen jährig
    monatlich monat monate monaten monats
    wöchentlich woche wochen
    täglich tag tage tagen tages
    stündlich stunde stunden
    quartal quartale vierteljährlich quartals
    begleiten begleitung begleitet
    wählen wählt gewählt wahl
    wiederwahl wiedergewählt wiederwählen
    beginnen beginnt begonnen beginn anfangen
    enden endet ende beendet ablaufen abläuft ablauf auslaufen ausläuft
    erlöschen erlischt erloschen
    steigen steigt stieg stiegen gestiegen erhöhen erhöht erhöhte wuchs gewachsen zunehmen
    erteilen erteilt erteilung bewilligen bewilligt gewähren gewährt
    erstatten erstattet erstattung vergüten vergütet ersetzen rückerstattung
    verwenden verwendet verwendung benutzen benutzt benutzung nutzen nutzt nutzung gebrauchen einsetzen eingesetzt
    ausnahme ausgenommen ausnehmen
    beträgt betragen
    benennen benennt benannt benennung bestellen bestellt bestellung ernennen ernannt
    verbringen bringen gebracht abgeben abgegeben abliefern abgeliefert
    wechseln gewechselt wechselt austauschen ausgetauscht tauschen
    betreiben betreibt betrieben betrieb
    einmal einmalig einmalige einmaligen
    betreten betritt betretens
    abschließen abgeschlossen abschluss fertigstellen
    gehen eingehen eingeht eingegangen vorliegen
    vorlegen vorzulegen vorgelegt vorlage
    verlängern verlängert verlängerung
    kündigen gekündigt kündigung
    messen gemessen misst messung
    schriftlich schriftform
    fahrlässig fahrlässigkeit
    vorsätzlich vorsatz
    ordnungswidrig ordnungswidrigkeit
    prozent prozentsatz
    annahme annehmen anzunehmen
    einsehen einsicht einsichtnahme
    mehrkosten zusatzkosten
    vergütung entgelt bezahlung lohn
    gebühr gebühren kosten
    miete mietzins
    antrag anträge gesuch gesuche ersuchen
    einreichen einreicht eingereicht einreichung
    verlangen verlangt verlangte fordern fordert gefordert forderung anfordern anfordert
    vorab vorher vorherig vorherige vorherigen vorheriger voraus vorherigem
    zustimmung zustimmen zustimmt einwilligung einwilligen einverständnis
    genehmigung genehmigen genehmigt
    gestatten gestattet gestattung
    festlegen festlegt festgelegt festlegung festsetzen festsetzt festgesetzt festsetzung
    aufbewahren aufbewahrt aufbewahrung verwahren verwahrt lagern gelagert lagerung
    vernichten vernichtet vernichtung
    löschen löscht gelöscht löschung
    entfernen entfernt entfernung beseitigen beseitigt beseitigung
    bezahlen bezahlt zahlen zahlt gezahlt zahlung begleichen entrichten entrichtet
    kaufen kauft gekauft kauf erwerben erwirbt erworben erwerb
    verkaufen verkauft verkauf veräußern veräußert veräußerung
    liefern liefert geliefert lieferung
    beschäftigte beschäftigten arbeitnehmer arbeitnehmerin arbeitnehmern mitarbeiter mitarbeitern mitarbeiterin mitarbeitende mitarbeitenden angestellte angestellten
    chef vorgesetzte vorgesetzter vorgesetzten
    fahrzeug fahrzeuge fahrzeugs wagen auto autos kraftfahrzeug kraftfahrzeuge
    wohnung wohnungen mietwohnung
    arbeitszeit arbeitszeiten dienstzeit
    ereignis vorfall vorkommnis ereignisse vorfälle vorkommnisse
    schaden schäden beschädigung beschädigungen
    aushändigen ausgehändigt übergeben übergibt übergabe
    veröffentlichen veröffentlicht veröffentlichung bekanntmachen bekanntgemacht bekanntmachung
    einberufen einberuft einberufung
    zustellen zugestellt zustellung
    ändern ändert geändert änderung anpassen angepasst
    anbringen angebracht anbringung
    tragen übernehmen übernimmt übernommen
    entscheiden entscheidet entschieden entscheidung
    vereinbaren vereinbart vereinbarung abrede
    teilen geteilt aufteilen aufgeteilt teilung aufteilung
    dritte dritter dritten
    minderjährig minderjährige minderjährigen
    krank krankheit erkrankung erkrankt erkranken
    haften haftet haftung
    schließen geschlossen schließung sperren gesperrt sperrung
    öffnen geöffnet öffnung
    hinweisen hinweist hinweis
    führen geführt führt
    nachweis nachweisen nachweist nachgewiesen beleg belegen
    bescheinigung bescheinigen bescheinigt bestätigung bestätigen bestätigt
    gegenstand gegenstände
    regelmäßig turnusmäßig
    üblich üblichen gewöhnlich gewöhnlichen normal normalen
    nötig nötigen notwendig notwendigen notwendige erforderlichen erforderliche
    erneut wieder
    nächster nächsten nächste folgend folgenden folgende
    bevollmächtigen bevollmächtigt vollmacht
    übertragen übertragung übertragt weitergeben
    bestehen existieren existiert
    rückgabe zurückgeben zurückgegeben rückgeben
    beantragen beantragt
    ausleihen ausgeliehen leihen verleihen ausleihe
    begründen begründet begründung`),
  phrases: pairs(`
    es sei denn = außer
    nicht mehr = nicht
    nicht mehr als = höchstens
    nicht nur = auch
    zur verfügung stellen = bereitstellen
    jedes jahr = jährlich
    jeden tag = täglich
    jede woche = wöchentlich
    jeden monat = monatlich
    im jahr = jährlich
    pro jahr = jährlich
    pro monat = monatlich
    pro woche = wöchentlich
    pro tag = täglich
  `),
  numbers: numberWords(
    `zwei=2, beide=2, beiden=2, drei=3, vier=4, fünf=5, sechs=6, sieben=7, acht=8, neun=9, zehn=10, elf=11, zwölf=12, dreizehn=13, vierzehn=14, fünfzehn=15, sechzehn=16,
    siebzehn=17, achtzehn=18, neunzehn=19, zwanzig=20, einundzwanzig=21, fünfundzwanzig=25, dreißig=30, vierzig=40, fünfzig=50, sechzig=60,
    siebzig=70, achtzig=80, neunzig=90, hundert=100, tausend=1000, zweimal=2, dreimal=3, viermal=4, doppelt=2`.replaceAll(
      /\s+/g,
      ' ',
    ),
    'de',
  ),
  months: new Map(
    'januar februar märz april mai juni juli august september oktober november dezember'
      .split(' ')
      .map((name, at) => [name, at + 1]),
  ),
  units: words(
    'jahr jährlich monat monatlich woche wöchentlich tag täglich stunde stündlich minute minuten sekunde sekunden quartal prozent euro dollar grad meter metern zentimeter millimeter kilometer kilogramm gramm tonne tonnen liter litern milliliter candela volt watt millisievert sievert becquerel person personen uhr million millionen milliarden',
  ),
  actors: words(
    'chef käufer verkäufer eigentümer beschäftigte beschäftigten arbeitnehmer mitarbeiter mitarbeitende angestellte angestellten vorgesetzte vorgesetzter kraft feuerwehr werkstatt kammer kasse direktor rektor professor auditor investor schiedsgericht aufsicht verwaltung dekanat kuratorium hausverwaltung behörde ministerium amt rat betriebsrat vorstand gericht polizei leitung geschäftsleitung buchhaltung abteilung personalabteilung land bund gemeinde kommission ausschuss versammlung mitgliederversammlung beauftragte beauftragter patient patienten kinder kind eltern arzt betriebsarzt kunde kunden besucher staat genossenschaft berufsgenossenschaft firma unternehmen',
  ),
  by: words('von vom durch'),
  receives: words('erhält erhalten bekommt bekommen'),
};
