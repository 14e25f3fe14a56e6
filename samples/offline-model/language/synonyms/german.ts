/**
 * What people say, and what rules and handbooks say for it, as far as the thesaurus does not link it: a group a line,
 * words of a group stand for each other. General German only; what is particular to a knowledge base is in its own list.
 */
export const german = `
abbekommen, erhalten, ausgesetzt
abdichten, Eintritt verhindern
abgeben, überlassen, aushändigen, weitergeben, Weitergabe
abgesperrt, gesperrt, abgegrenzt
ablehnen, verweigern, Versagung, zurückweisen
abmelden, Beendigung, stilllegen
abschaffen, aufheben, außer Kraft
Absprache, Vereinbarung, Abstimmung
Abstand, Entfernung, Mindestabstand
abstellen, lagern, parken, Lagerung
Akte, Unterlage, Dokument, Aufzeichnung, Papiere, Beleg, Nachweis
Altersgrenze, Mindestalter, Lebensjahr, minderjährig
ändern, Änderung, wechseln
anfangen, beginnen, Beginn, Aufnahme, starten
Angestellte, Mitarbeiter, Beschäftigte, Arbeitnehmer, Arbeitskraft, Personal, Kollege
Anmeldung, Anzeige, registrieren
anrufen, melden, benachrichtigen, verständigen, Mitteilung
Ansprechpartner, zuständig, Beauftragter
anschauen, ansehen, Einsicht, einsehen, Einblick
anstecken, Infektion, infizieren
Arbeitsplatz, Arbeitsstätte, Betriebsstätte, Büro
aufräumen, reinigen, säubern, Beseitigung
aufschreiben, aufzeichnen, protokollieren, dokumentieren, Protokoll, notieren
auffrischen, aktualisieren, Fortbildung, Wiederholung
Ausbildung, Lehre, Auszubildender, Lehrling, Azubi, Lehrverhältnis, Ausbildungsverhältnis, Praktikant
Ausländer, grenzüberschreitend
ausleihen, leihen, überlassen, mieten, vermieten
Ausnahme, Befreiung, Ausnahmegenehmigung
ausrechnen, berechnen, ermitteln, Ermittlung
ausschalten, abschalten, außer Betrieb
aussehen, Gestaltung, Beschaffenheit
aussortieren, ausmustern, entsorgen, beseitigen, wegwerfen, Abfall, Müll
Ausweis, Bescheinigung, Zeugnis, Pass, Nachweis
Auto, Fahrzeug, Kraftfahrzeug, Wagen, PKW
Baby, schwanger, ungeborenes Kind, Mutterschutz
bauen, errichten, Bau, Neubau, Gebäude
Bauarbeiten, Baumaßnahme, Umbau, Renovierung, Sanierung
beaufsichtigen, Aufsicht, überwachen, Kontrolle
Bedenken, Zweifel, Verdacht, Anhaltspunkte
bedenklich, gefährlich, schädlich, überschreiten
Bedingung, Voraussetzung, Anforderung
befragen, fragen, Auskunft
behandeln, Behandlung, Therapie, Anwendung
Behörde, Amt, Verwaltung, Aufsichtsbehörde
beibringen, lehren, unterweisen, Schulung, Einweisung, unterrichten
bekommen, erhalten, kriegen, Erteilung
beantragen, Antrag, Antragstellung
Bericht, Mitteilung, Abschlussbericht
Beschwerde, Widerspruch, Einspruch, Rechtsmittel, Klage, sich beschweren
bestrafen, Strafe, Geldbuße, Bußgeld, Ordnungswidrigkeit, ahnden, Geldstrafe, Knöllchen
Besucher, Gast, Dritte
betreten, Zutritt, hineingehen, Eintritt, Zugang, reingehen
Bewilligung, Genehmigung, Erlaubnis, genehmigen, Zulassung, Gestattung, gestatten
bezahlen, zahlen, Kosten, Gebühr, teuer, Preis
Brand, Feuer, Brandbekämpfung, Brandschutz, Feuerwehr
Buch führen, Buchführung, aufzeichnen
Bürger, Bevölkerung, Einzelperson, Öffentlichkeit, Leute, Menschen, Allgemeinheit
Chef, Arbeitgeber, Vorgesetzter, Unternehmer, Betriebsleiter, Verantwortlicher, Leitung, Betreiber
Computer, Rechner, elektronisch, Datenverarbeitung
Daten, Angaben, Informationen, personenbezogen
dauern, Dauer, Frist, Zeitraum
defekt, kaputt, beschädigt, Mangel, Schaden, schadhaft
Dieb, Diebstahl, Entwendung, klauen, Abhandenkommen, abhandengekommen
dürfen, erlaubt, zulässig, gestattet, berechtigt
egal, unabhängig, ungeachtet
einladen, laden, Ladung
einverstanden, Einwilligung, Zustimmung, Erlaubnis
Eltern, Sorgeberechtigte, gesetzlicher Vertreter, Erziehungsberechtigte
Ende, Ablauf, Beendigung, Schluss
entlassen, kündigen, feuern, rauswerfen, benachteiligen, Abberufung
entziehen, wegnehmen, Widerruf, Rücknahme, einziehen
Erbe, Erbfall, Rechtsnachfolger
erfahren, informieren, Information, unterrichten, Bekanntmachung
Erfahrung, Sachkunde, Fachkunde, Kenntnisse, Wissen, Qualifikation
erkennen, Kennzeichnung, markieren, Schild, beschriften
erklären, Aufklärung, Erläuterung
ersetzen, Ersatz, austauschen, Erneuerung
Essen, Lebensmittel, Nahrung, Nahrungsmittel, Verzehr
Experte, Sachverständiger, Gutachter, Fachmann, Prüfer
Fabrik, Betrieb, Anlage, Werk, Unternehmen, Firma
fahren, befördern, Transport, transportieren, verschicken, versenden
Fahrer, Beförderer, Fahrzeugführer
Fehler, Mangel, Abweichung, Störung
fernhalten, verhindern, Abstand
festhalten, halten, begleiten
Feuerwehr, Einsatzkräfte, Rettungsdienst, Hilfsorganisation, Einsatz, Retter, Sanitäter, Polizist, Feuerwehrmann
finden, auffinden, Erlangung, entdecken
Flugzeug, Luftfahrzeug, Flug, Pilot, Fluggesellschaft, Airline, Stewardess
Forschung, Studie, Versuch, Experiment
Fremdfirma, fremd, Fremdunternehmen, Auftragnehmer, Leiharbeiter, Dienstleister
Frist, Zeitraum, rechtzeitig, spätestens, unverzüglich
Gebühr, Kosten, Auslagen, Entgelt
Gefängnis, Haft, Freiheitsstrafe
geheim, vertraulich, Schweigepflicht
Geld, Kosten, Betrag, Entschädigung, Vergütung
Gemeinde, Stadt, Kommune, Land
Gerät, Vorrichtung, Maschine, Apparat, Ausrüstung, Einrichtung
Gericht, Klage, Verfahren, Richter
gesund, Krankheit, Erkrankung
Gewicht, Masse, schwer
Grenze, Grenzwert, Höchstwert, Obergrenze, Limit, höchstens, Schwelle
Grund, Begründung, Ursache, Anlass, warum
Grundstück, Boden, Bodenfläche, Fläche, Gelände, Acker, Land
haften, Schadensersatz, Entschädigung, Schadenersatz, verantwortlich
Haltbarkeit, Verfallsdatum, Ablaufdatum, Mindesthaltbarkeitsdatum
Haus, Gebäude, Wohnung, Bauwerk
Haustier, Tier, Hund, Katze, Pferd, Vieh
Haut, Hände
heimlich, unbefugt, unerlaubt, verboten, widerrechtlich
heilen, Behandlung
helfen, Unterstützung, Hilfeleistung, Beratung
Hersteller, Produzent, Lieferant, Verkäufer
hinweisen, Belehrung, Warnung
Internet, elektronisch, Webseite, online
Jugendlicher, Minderjähriger, unter 18 Jahren, Kind, Schüler, Lebensjahr
Katastrophe, Notfall, Unfall, Unglück, Ernstfall, Zwischenfall, Vorfall, Panne
Keller, Innenraum, Kellergeschoss, Erdgeschoss
Kita, Kindergarten, Schule
Klinik, Krankenhaus, Praxis, Krankenanstalt
kontrollieren, prüfen, überprüfen, überwachen, Kontrolle, Inspektion, Qualitätssicherung
Kopie, Abschrift, Ausfertigung, Abdruck
kündigen, Beendigung
Kunde, Verbraucher, Endverbraucher, Abnehmer, Käufer
Kurs, Lehrgang, Schulung, Fortbildung, Seminar, Weiterbildung
lagern, Lagerung, aufbewahren
Lehrer, Lehrkraft, Schule, Unterricht
Lieferung, Abgabe, Versand
Medikament, Arzneimittel, Tablette, Pille, Medizin
melden, Mitteilung, anzeigen, sagen, Bescheid geben, berichten, Benachrichtigung
messen, Messgerät, ermitteln, Ermittlung
Messgerät, Messeinrichtung
Mieter, Bewohner, Vermieter
mitnehmen, herausbringen, entfernen
mitteilen, informieren, Information
Neubau, neu errichten, neues Haus, Errichtung
Notfall, Ernstfall, Gefahr, dringend, eilig, sofort, unverzüglich
öffentlich, veröffentlichen, Bekanntmachung
Papierkram, Unterlagen, Formular, Schriftform, Antrag
Pause, Ruhezeit, Unterbrechung
Pflicht, verpflichtet, Verpflichtung, muss, Verantwortung
Plan, Konzept, Programm
Praxis, Arztpraxis, Arzt, Zahnarzt
Probe, Stichprobe, Probenahme
Produkt, Erzeugnis, Ware, Artikel, Spielzeug, Schmuck
raus, verlassen, hinausgehen, herausgehen, Ausgang
Raum, Zimmer, Innenraum
Rechnung, Abrechnung, Zahlung
Recht, Anspruch, Befugnis, berechtigt
reinigen, säubern, sauber machen, Sanierung
Rente, Ruhestand, Beendigung, ausscheiden
Reparatur, reparieren, Instandsetzung, Wartung, instand setzen, Instandhaltung
Reste, Rückstände, Abfälle, Überbleibsel
rückgängig, Widerruf, Rücknahme, zurückziehen
Rücknahme, zurückgeben, Rückgabe, zurücknehmen
Ruhe, Nachtruhe, Lärm, Ruhezeit
Schaden, beschädigen, Verletzung
Schild, Hinweisschild, Zeichen, Warnzeichen, Kennzeichnung, Warnschild
schließen, Untersagung, verbieten, unzulässig
Schlüssel, verschlossen, abschließen, verriegeln, Diebstahlschutz
Schmutz, Verschmutzung, Verunreinigung, verunreinigt, anhaften
schneller, beschleunigen, Beschleunigung
Schrott, Schrottplatz
Schulabgänger, Schulabschluss, Schüler
schulen, unterweisen, Fortbildung
Schutzkleidung, Schutzausrüstung, Kleidung, Handschuhe
schwanger, stillen
Sicherheit, Sicherheitsmaßnahme, Schutzmaßnahme
Stelle, Einrichtung, Institution
sterben, Tod, Todesfall, verstorben
streiten, Rechtsstreit
suchen, ermitteln
täglich, jeden Tag, Tag
Termin, Zeitpunkt, Frist
tragen, anlegen, anziehen
überschreiten, zu viel, zu hoch
Umwelt, Boden, Wasser, Natur
Umzug, Standortwechsel, verlegen, Ortswechsel
Unterschrift, unterzeichnen, Schriftform, schriftlich
Urlaub, Ferien, Abwesenheit
verändern, Änderung, Umbau
verantwortlich, haftbar, zuständig, schuld
verdienen, Lohn, Gehalt, Vergütung, Arbeitsentgelt
Vergehen, Verstoß, verstoßen, zuwiderhandeln, Zuwiderhandlung, Verletzung, Ordnungswidrigkeit
verhalten, Empfehlung
verkaufen, abgeben, veräußern, Veräußerung, in Verkehr bringen
verlängern, Fristverlängerung
verlieren, Verlust, Abhandenkommen
vermischen, mischen, verdünnen
verschicken, senden, übersenden, übermitteln, Übermittlung, schicken
verschütten, auslaufen, freisetzen, austreten
Versicherung, Haftpflicht
Vorbereitung, Vorsorge, Vorkehrung
vorlegen, Vorlage, einreichen, vorzeigen, zeigen
warnen, Alarm, alarmieren
Wasser, Trinkwasser, Grundwasser, Abwasser
weglaufen, flüchten, Evakuierung
wiederholen, regelmäßig, jährlich
Wohnung, Wohnzimmer, Wohnraum, Haus, Schlafzimmer
Zeuge, Aussage
zurückgeben, Rückgabe, Rücknahme, zurückbringen
zusammenarbeiten, Kooperation, Abstimmung
Zuschauer, Publikum, Öffentlichkeit
zuverlässig, Zuverlässigkeit, vertrauenswürdig
zwingen, Zwang, verpflichten, dulden
speichern, aufbewahren, archivieren
aushängen, ausliegen, auslegen, bereithalten, zugänglich
belehren, unterweisen, einweisen
moralisch, ethisch, Ethik
Fluss, Bach, See, Gewässer, Abwasser, einleiten, Ableitung
Handwerker, Monteur, Fremdfirma, Auftragnehmer, fremd
Teilnehmer, Teilnahme
unmündig, geschäftsunfähig, Betreuer
Führerschein, Fahrerlaubnis
Strafzettel, Verwarnung, Verwarnungsgeld, Bußgeld
Kaution, Sicherheitsleistung, Mietsicherheit
krankschreiben, krankgeschrieben, Arbeitsunfähigkeit
Überstunden, Mehrarbeit, Arbeitszeit, Feierabend, Schicht
Hochzeit, heiraten, Ehe, Eheschließung, Ehegatte
Scheidung, geschieden, getrennt lebend
Anwalt, Rechtsanwalt, Rechtsbeistand, Bevollmächtigter
Vollmacht, bevollmächtigen, Bevollmächtigter, vertreten
Garten, Grünfläche, Baum, Hecke
umtauschen, Gewährleistung, Garantie, Mängelhaftung
Datenschutz, personenbezogen, vertraulich
Waffe, Messer, Pistole
betrunken, Alkohol, berauscht
rauchen, Zigarette, Rauchverbot
Demo, Demonstration, Versammlung
Hund, Hundehalter, Tierhalter, Leine
behindert, Behinderung, Schwerbehinderung, schwerbehindert
pflegen, pflegebedürftig, Betreuung
arbeitslos, Arbeitslosigkeit, Arbeitslosengeld
Gesetz, Verordnung, Rechtsvorschrift, Vorschrift
Paragraf, Vorschrift, Bestimmung
Nachschub, Vorrat, Bestand, Inventar
Liste, Verzeichnis, Register, Aufstellung, Übersicht
Karte, Plan, Lageplan
Passwort, Zugangsdaten, Kennwort
Strom, Elektrizität, Energie
Rabatt, Ermäßigung, Nachlass
Zoll, Einfuhr, Ausfuhr, Import, Export, Verbringung
schicken, versenden, übermitteln, zusenden, weiterleiten, Übermittlung
vergessen, versäumen, unterlassen
Verspätung, verspätet, zu spät, Fristversäumnis, Verzug
eilig, unverzüglich, sofort, dringend
Ausgang, Verlassen, herausgehen, hinausgehen, rausgehen
Ankunft, ankommen, Eingang
Mindestabstand, Abstand, Entfernung
Verpackung, Behälter, Kiste, Karton
leihen, verleihen, überlassen
Eigentum, gehören, Inhaber
Umbau, ändern
abreißen, Abriss, Abbau, Rückbau, Beseitigung
Einbruch, unbefugter Zugriff, Diebstahl
widersprechen, Widerspruch, Einwand, Einwendung
entschädigen, Ausgleich, Schadensersatz, Ausgleichsanspruch
Ersthelfer, Erste Hilfe, Rettung
`;
