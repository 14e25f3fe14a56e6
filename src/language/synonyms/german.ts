/**
 * What people say, and what laws, rules and handbooks say for it: a group a line, words of a group stand for each
 * other. General German only; what is particular to a knowledge base is in its own list.
 */
export const german = `
abbekommen, erhalten, ausgesetzt, Exposition
abdichten, Abdichtung, abgedichtet, Eintritt verhindern
abgeben, überlassen, aushändigen, Abgabe, weitergeben, Weitergabe
abgesperrt, gesperrt, Sperre, Absperrung, Sperrbereich, abgegrenzt
abholen, abtransportieren, Abholung
ablehnen, verweigern, Ablehnung, Versagung, versagen, zurückweisen
abmelden, Abmeldung, Beendigung, stilllegen, Stilllegung
abschaffen, aufheben, Aufhebung, außer Kraft
Absprache, Vereinbarung, Abstimmung
Abstand, Entfernung, Mindestabstand
abstellen, lagern, parken, Lagerung
Akte, Unterlage, Dokument, Aufzeichnung, Papiere, Beleg, Nachweis
Altersgrenze, Mindestalter, Lebensjahr, minderjährig
ändern, Änderung, wechseln, Wechsel
anfangen, beginnen, Beginn, Aufnahme, starten
anfassen, berühren, Berührung
Angehörige, Familie, Verwandte
Angestellte, Mitarbeiter, Beschäftigte, Arbeitnehmer, Arbeitskraft, Personal, Kollege
Anmeldung, anmelden, Anzeige, anzeigen, registrieren
anrufen, melden, benachrichtigen, Meldung, verständigen, Mitteilung
Ansprechpartner, zuständig, Zuständigkeit, Beauftragter
anschauen, ansehen, Einsicht, einsehen, Einblick
anstecken, Infektion, infizieren
Arbeit, Beschäftigung, Tätigkeit, Job, Beruf, beruflich
Arbeitsplatz, Arbeitsstätte, Betriebsstätte, Büro
Arzt, ärztlich, Doktor, Mediziner, Medizin, medizinisch
aufbewahren, aufheben, behalten, Aufbewahrung, Aufbewahrungsfrist, verwahren
aufhören, beenden, Beendigung, Einstellung
aufpassen, beaufsichtigen, Aufsicht, überwachen
aufräumen, reinigen, Reinigung, säubern, Beseitigung
aufschreiben, aufzeichnen, Aufzeichnung, protokollieren, dokumentieren, Protokoll, notieren
auffrischen, aktualisieren, Aktualisierung, Fortbildung, Wiederholung
Augen, Augenlinse
Ausbildung, Lehre, Auszubildender, Lehrling, Azubi, Lehrverhältnis, Ausbildungsverhältnis, Praktikant
Ausländer, Ausland, ausländisch, grenzüberschreitend
ausleihen, leihen, überlassen, mieten, Miete, vermieten
Ausnahme, Befreiung, befreit, ausgenommen, Ausnahmegenehmigung
ausrechnen, berechnen, Berechnung, ermitteln, Ermittlung
ausschalten, abschalten, außer Betrieb
aussehen, Gestaltung, Beschaffenheit
aussortieren, ausmustern, entsorgen, Entsorgung, beseitigen, wegwerfen, Abfall, Müll
Ausweis, Bescheinigung, Zeugnis, Pass, Nachweis
Auto, Fahrzeug, Kraftfahrzeug, Wagen, PKW
Baby, schwanger, Schwangerschaft, ungeborenes Kind, Mutterschutz
bauen, errichten, Errichtung, Bau, Neubau, Gebäude
Bauarbeiten, Baumaßnahme, Umbau, Renovierung, Sanierung
beaufsichtigen, Aufsicht, überwachen, Überwachung, Kontrolle
Bedenken, Zweifel, Verdacht, Anhaltspunkte
bedenklich, gefährlich, Gefahr, schädlich, überschreiten, Überschreitung
Bedingung, Voraussetzung, Anforderung
befragen, fragen, Befragung, Auskunft
begleiten, Begleitperson, Begleitung
behandeln, Behandlung, Therapie, Anwendung
Behörde, Amt, Verwaltung, Aufsichtsbehörde
beibringen, lehren, unterweisen, Unterweisung, Schulung, Einweisung, unterrichten, Unterrichtung
bekommen, erhalten, kriegen, Erteilung, erteilen
beantragen, Antrag, Antragstellung
Bericht, Mitteilung, Abschlussbericht
Beschwerde, Widerspruch, Einspruch, Rechtsmittel, Klage, sich beschweren
besitzen, Besitz, Inhaber, Eigentümer, Besitzer
besorgen, beschaffen, Beschaffung, erwerben, Erwerb
Bestimmung, Vorschrift, Regel, Regelung
bestrafen, Strafe, Geldbuße, Bußgeld, Ordnungswidrigkeit, ordnungswidrig, ahnden, Geldstrafe, Knöllchen
Besucher, Gast, betriebsfremd, Dritte
betreten, Zutritt, hineingehen, Eintritt, Zugang, reingehen
beurteilen, Bewertung, Begutachtung, Beurteilung
Bewilligung, Genehmigung, Erlaubnis, erlauben, genehmigen, Zulassung, zulassen, Gestattung, gestatten
bezahlen, zahlen, Kosten, Kostentragung, Gebühr, Zahlung, teuer, Preis, kosten
Brand, Feuer, Brandbekämpfung, Brandschutz, Feuerwehr
Buch führen, Buchführung, aufzeichnen
Bund, Bundesregierung, Bundesministerium
Bürger, Bevölkerung, Einzelperson, Öffentlichkeit, Leute, Menschen, Allgemeinheit
Chef, Arbeitgeber, Vorgesetzter, Unternehmer, Betriebsleiter, Verantwortlicher, Leitung, Betreiber
Computer, Rechner, elektronisch, Datenverarbeitung
Daten, Angaben, Informationen, personenbezogen
dauern, Dauer, Frist, Zeitraum
defekt, kaputt, beschädigt, Mangel, Schaden, schadhaft
Dieb, Diebstahl, stehlen, gestohlen, Entwendung, entwenden, klauen, Abhandenkommen, abhandengekommen
drohen, Drohung, Androhung
durchführen, Durchführung, vornehmen
dürfen, erlaubt, zulässig, gestattet, berechtigt
egal, unabhängig, ungeachtet
einkaufen, kaufen, erwerben, Erwerb, Kauf
einladen, laden, Ladung
einstellen, beschäftigen, Beschäftigung
einverstanden, Einwilligung, einwilligen, Zustimmung, zustimmen, Einverständnis, Erlaubnis
Eltern, Sorgeberechtigte, gesetzlicher Vertreter, Erziehungsberechtigte
Ende, Ablauf, Beendigung, Schluss
entlassen, kündigen, Kündigung, feuern, rauswerfen, benachteiligen, Benachteiligung, Abberufung
entscheiden, Entscheidung, bestimmen, Festlegung, anordnen
entziehen, wegnehmen, Entzug, Widerruf, widerrufen, Rücknahme, einziehen, Einziehung
Erbe, Erbfall, Rechtsnachfolger
erfahren, informieren, Information, unterrichten, Unterrichtung, Bekanntmachung
Erfahrung, Sachkunde, Fachkunde, Kenntnisse, Wissen, Qualifikation
erkennen, Kennzeichnung, kennzeichnen, Kennzeichen, markieren, Schild, beschriften
erklären, Aufklärung, Erläuterung, aufklären
erledigen, erfüllen, Erfüllung
ersetzen, Ersatz, austauschen, Erneuerung
Essen, Lebensmittel, Nahrung, Nahrungsmittel, Verzehr
Experte, Sachverständiger, Gutachter, Fachmann, Prüfer
Fabrik, Betrieb, Anlage, Werk, Unternehmen, Firma
fahren, befördern, Beförderung, Transport, transportieren, Fahrt, verschicken, versenden
Fahrer, Beförderer, Fahrzeugführer
Fehler, Mangel, Abweichung, Störung
fernhalten, verhindern, Verhinderung, Abstand
festhalten, halten, begleiten, Begleitperson
festlegen, Festlegung, Festsetzung, bestimmen
Feuerwehr, Einsatzkräfte, Rettungsdienst, Hilfsorganisation, Einsatz, Retter, Sanitäter, Polizist, Feuerwehrmann
finden, Fund, gefunden, auffinden, Erlangung, entdecken
Flugzeug, Luftfahrzeug, Flug, Pilot, fliegendes Personal, Fluggesellschaft, Airline, Stewardess
Forschung, Studie, Forschungsvorhaben, Versuch, Experiment
Frau, weiblich, gebärfähig
freigeben, Freigabe, entlassen, Entlassung
Fremdfirma, fremd, Fremdunternehmen, Auftragnehmer, Leiharbeiter, Dienstleister
Frist, Zeitraum, rechtzeitig, spätestens, unverzüglich
führen, leiten, Leitung
Gebiet, Region, Bereich, Ort
Gebühr, Kosten, Auslagen, Entgelt
Gefängnis, Haft, Freiheitsstrafe
Gegenstand, Sache, Ding, Objekt
geheim, vertraulich, Geheimnis, Vertraulichkeit, Schweigepflicht
Geld, Kosten, Betrag, Entschädigung, Vergütung
Gemeinde, Stadt, Kommune, Land
Gerät, Vorrichtung, Maschine, Apparat, Ausrüstung, Einrichtung
Gericht, Klage, Verfahren, Richter
geschützt, Schutz, sichern, Sicherung, schützen
gesund, Gesundheit, gesundheitlich, Krankheit, krank, Erkrankung
Gesundheitsamt, Gesundheitsbehörde
Gewicht, wiegen, Masse, schwer
Grenze, Grenzwert, Höchstwert, Obergrenze, Limit, höchstens, Schwelle
Grund, Begründung, Ursache, Anlass, warum
Grundstück, Boden, Bodenfläche, Fläche, Gelände, Acker, Land
haften, Haftung, Schadensersatz, Entschädigung, Schadenersatz, verantwortlich
Haltbarkeit, Verfallsdatum, Ablaufdatum, Mindesthaltbarkeitsdatum
Haus, Gebäude, Wohngebäude, Wohnung, Bauwerk
Haustier, Tier, Hund, Katze, Pferd, Vieh
Haut, Hände, Unterarme
heimlich, unbefugt, unerlaubt, verboten, widerrechtlich
heilen, Heilkunde, Behandlung
helfen, Hilfe, Unterstützung, Hilfeleistung, Beratung
Hersteller, herstellen, Herstellung, Produzent, Lieferant, Verkäufer
Hilfskraft, Helfer, Assistent
hinterlassen, Hinterlassenschaft, Altlast
hinweisen, Hinweis, Belehrung, Warnung, warnen
Impfung, impfen, Schutzimpfung
Internet, elektronisch, Webseite, online
Jugendlicher, Minderjähriger, unter 18 Jahren, Kind, Schüler, Lebensjahr
Katastrophe, Notfall, Störfall, Unfall, Unglück, Ernstfall, Zwischenfall, Vorkommnis, Vorfall, Panne
Keller, Aufenthaltsraum, Innenraum, Kellergeschoss, Erdgeschoss
Kind, minderjährig, Kinder
Kita, Kindergarten, Schule
Klinik, Krankenhaus, Praxis, Krankenanstalt, ärztliche Stelle
kontrollieren, prüfen, Prüfung, überprüfen, Überprüfung, überwachen, Überwachung, Kontrolle, Inspektion, Qualitätssicherung
Kopie, Abschrift, Ausfertigung, Abdruck
kündigen, Kündigung, Beendigung
Kunde, Verbraucher, Endverbraucher, Abnehmer, Käufer
Kurs, Lehrgang, Schulung, Fortbildung, Seminar, Weiterbildung
Labor, Laboratorium, Messstelle
lagern, Lagerung, aufbewahren, Aufbewahrung, Lager
Lehrer, Lehrkraft, Schule, Unterricht
Lieferung, liefern, Abgabe, Versand
löschen, Löschung, vernichten, Vernichtung
Luft, Raumluft, Atemluft, Lüftung
Medikament, Arzneimittel, Tablette, Pille, Medizin
melden, Meldung, Mitteilung, mitteilen, anzeigen, Anzeige, sagen, Bescheid geben, berichten, Benachrichtigung
messen, Messung, Messgerät, ermitteln, Ermittlung
Messgerät, Dosimeter, Messeinrichtung
Mieter, Bewohner, Miete, Vermieter
mitnehmen, herausbringen, Herausbringen, entfernen
mitteilen, Mitteilung, informieren, Information
Nachbar, Anwohner, Anlieger, angrenzend
nachweisen, Nachweis, beweisen, Beweis, belegen
Neubau, neu errichten, neues Haus, Errichtung
Notfall, Ernstfall, Gefahr, dringend, eilig, Eilfall, sofort, unverzüglich
Nutzung, nutzen, benutzen, verwenden, Verwendung, gebrauchen, Gebrauch, Anwendung
öffentlich, Öffentlichkeit, veröffentlichen, Veröffentlichung, Bekanntmachung
Operation, Eingriff, Behandlung
Papierkram, Unterlagen, Formular, Schriftform, Antrag
Patient, untersuchte Person, behandelte Person, Anwendung am Menschen
Pause, Ruhezeit, Unterbrechung
Pflicht, verpflichtet, Verpflichtung, muss, Verantwortung
Plan, Planung, Konzept, Programm
Praxis, Arztpraxis, Arzt, Zahnarzt
Probe, Stichprobe, Probenahme
Produkt, Erzeugnis, Ware, Konsumgut, Artikel, Spielzeug, Schmuck
Radioaktivität, radioaktiv, strahlend, Strahlung, verstrahlt
raus, verlassen, Verlassen, hinausgehen, herausgehen, Ausgang
Raum, Zimmer, Räumlichkeit, Innenraum
Rechnung, Abrechnung, Zahlung
Recht, Anspruch, Befugnis, berechtigt
reinigen, Reinigung, säubern, Dekontamination, dekontaminieren, sauber machen, Sanierung
Rente, Ruhestand, Beendigung, ausscheiden
Reparatur, reparieren, Instandsetzung, Wartung, instand setzen, Instandhaltung
Reste, Rückstände, Abfälle, Überbleibsel
Röntgenaufnahme, Röntgenbild, Bilddaten, Aufnahme
rückgängig, Widerruf, Rücknahme, zurückziehen
Rücknahme, zurückgeben, Rückgabe, zurücknehmen
Ruhe, Nachtruhe, Lärm, Ruhezeit
Schaden, Schädigung, beschädigen, Verletzung
Schild, Hinweisschild, Zeichen, Warnzeichen, Kennzeichnung, Warnschild
schließen, Schließung, Untersagung, untersagen, verbieten, Verbot, verboten, unzulässig
Schlüssel, verschlossen, abschließen, verriegeln, Diebstahlschutz
Schmutz, Verschmutzung, Verunreinigung, verunreinigt, Kontamination, kontaminiert, verseucht, anhaften
schneller, beschleunigen, Beschleunigung
Schrott, Altmetall, Metall, Schrottplatz, Metallschrott
Schulabgänger, Schulabschluss, Schüler
schulen, unterweisen, Unterweisung, Schulung, Fortbildung
Schutzkleidung, Schutzausrüstung, Kleidung, Handschuhe
schwanger, Schwangerschaft, Schwangere, stillen, stillend
Sicherheit, sicher, Sicherheitsmaßnahme, Schutzmaßnahme
Stelle, Einrichtung, Institution
stellvertretend, Stellvertreter, Vertretung, vertreten
sterben, Tod, Todesfall, verstorben
Steuer, Abgabe, Steuern
streiten, Streit, Streitigkeit, Rechtsstreit
suchen, Suche, ermitteln
täglich, jeden Tag, Tag
Test, Prüfung, Erprobung, testen
Termin, Zeitpunkt, Frist
Tierarzt, Tierheilkunde, tierärztlich, Veterinär
tragen, anlegen, anziehen
überschreiten, Überschreitung, zu viel, zu hoch
Umwelt, Boden, Wasser, Natur
Umzug, Standortwechsel, verlegen, Ortswechsel
Unfall, Störfall, Vorkommnis
unterbrechen, Unterbrechung, Aussetzung
Unterschrift, unterschreiben, unterzeichnen, Schriftform, schriftlich
untersuchen, Untersuchung, ärztliche Überwachung, Ermittlung
Urlaub, Ferien, Abwesenheit
Verband, Verein, Vereinigung
verändern, Änderung, Umbau, wesentlich ändern
verantwortlich, Verantwortlicher, Verantwortlichkeit, haftbar, zuständig, schuld
verdienen, Lohn, Gehalt, Vergütung, Arbeitsentgelt
Vergehen, Verstoß, verstoßen, zuwiderhandeln, Zuwiderhandlung, Verletzung, Ordnungswidrigkeit
verhalten, Verhalten, Verhaltensempfehlung, Empfehlung
verkaufen, abgeben, Abgabe, Verkauf, veräußern, Veräußerung, in Verkehr bringen
verlängern, Verlängerung, Fristverlängerung
verletzen, Verletzung, verletzt
verlieren, Verlust, verloren, Abhandenkommen, abhandenkommen
vermischen, Vermischung, mischen, verdünnen, Vermischungsverbot
verschicken, senden, übersenden, übermitteln, Übermittlung, schicken
verschütten, auslaufen, freisetzen, Freisetzung, austreten
Versicherung, versichern, Deckungsvorsorge, Haftpflicht
Versteck, verbergen, verheimlichen
Vertrag, Vereinbarung, Abgrenzungsvertrag
verweigern, Weigerung, ablehnen
Vorbereitung, vorbereiten, Vorsorge, Vorkehrung
vorlegen, Vorlage, einreichen, vorzeigen, zeigen
vorschreiben, Vorschrift, festlegen, anordnen, Anordnung
Vorteil, Nutzen
warnen, Warnung, Alarm, alarmieren
warten, Wartung, Instandhaltung
Wasser, Trinkwasser, Grundwasser, Abwasser
weggehen, verlassen, ausscheiden
weglaufen, flüchten, Evakuierung, evakuieren
Werbung, werben, Anzeige
wiederholen, Wiederholung, regelmäßig, jährlich
Wohnung, Wohnzimmer, Wohnraum, Aufenthaltsraum, Haus, Schlafzimmer
Zahnarzt, zahnärztlich, Zahnmedizin
Zeuge, Aussage, aussagen
zurückgeben, Rückgabe, Rücknahme, zurückbringen
zusammenarbeiten, Zusammenarbeit, Kooperation, Abstimmung
Zuschauer, Publikum, Öffentlichkeit
zuverlässig, Zuverlässigkeit, vertrauenswürdig
zwingen, Zwang, verpflichten, dulden, Duldung, Zwangsgeld
speichern, aufbewahren, archivieren, Aufbewahrung, Speicherung
aushängen, ausliegen, auslegen, bereithalten, Aushang, zugänglich
belehren, Belehrung, unterweisen, Unterweisung, einweisen, Einweisung
einweisen, einarbeiten, Einarbeitung, Einweisung
moralisch, ethisch, Ethik, Ethikkommission
Fluss, Bach, See, Gewässer, Abwasser, einleiten, Einleitung, Ableitung, ableiten
Baustoff, Baumaterial, Bauprodukt
Bergwerk, Bergbau, Mine, Grube, bergbaulich
Handwerker, Monteur, Fremdfirma, Auftragnehmer, fremd
Teilnehmer, Proband, Versuchsperson, Studienteilnehmer, teilnehmen, Teilnahme
unmündig, nicht einwilligungsfähig, geschäftsunfähig, Betreuer, Betreuung
Handy, Mobiltelefon, Telefon, Fernsprecher
Führerschein, Fahrerlaubnis
Strafzettel, Verwarnung, Verwarnungsgeld, Bußgeld
Kaution, Sicherheitsleistung, Mietsicherheit
krankschreiben, krankgeschrieben, Arbeitsunfähigkeit, arbeitsunfähig
Überstunden, Mehrarbeit, Arbeitszeit, Feierabend, Schicht
Hochzeit, heiraten, Ehe, Eheschließung, Ehegatte
Scheidung, geschieden, getrennt lebend
Anwalt, Rechtsanwalt, Rechtsbeistand, Bevollmächtigter
Vollmacht, bevollmächtigen, Bevollmächtigter, vertreten
Garten, Grünfläche, Baum, Hecke
umtauschen, Umtausch, Gewährleistung, Garantie, Mängelhaftung
Datenschutz, personenbezogen, vertraulich
Waffe, Messer, Pistole
betrunken, Alkohol, berauscht
Drogen, Betäubungsmittel, Rauschmittel
rauchen, Zigarette, Rauchverbot
Demo, Demonstration, Versammlung
Hund, Hundehalter, Tierhalter, Leine
wählen, Wahl, Stimme, Abstimmung
behindert, Behinderung, Schwerbehinderung, schwerbehindert
pflegen, Pflege, pflegebedürftig, Betreuung
arbeitslos, Arbeitslosigkeit, Arbeitslosengeld
Gesetz, Verordnung, Rechtsvorschrift, Vorschrift
Paragraf, Vorschrift, Bestimmung
Nachschub, Vorrat, Bestand, Bestandsverzeichnis, Inventar
Liste, Verzeichnis, Register, Aufstellung, Übersicht
Karte, Plan, Lageplan
Foto, Bild, Aufnahme, Lichtbild
Passwort, Zugangsdaten, Kennwort
Strom, Elektrizität, Energie
Lohn, Gehalt, Entgelt, Vergütung, Bezahlung
Rabatt, Ermäßigung, Nachlass
Strafanzeige, Anzeige, anzeigen
Zoll, Einfuhr, Ausfuhr, Import, Export, einführen, ausführen, Verbringung, verbringen
schicken, versenden, übermitteln, zusenden, weiterleiten, Übermittlung
vergessen, versäumen, Versäumnis, unterlassen
Verspätung, verspätet, zu spät, Fristversäumnis, Verzug
eilig, unverzüglich, sofort, dringend
Ausgang, Verlassen, verlassen, herausgehen, hinausgehen, rausgehen
Ankunft, ankommen, Eingang, eingehen
Mindestabstand, Abstand, Entfernung
Verpackung, verpacken, Behälter, Behältnis, Kiste, Karton
leihen, verleihen, überlassen, Überlassung
Eigentum, gehören, Eigentümer, Inhaber
Erlös, Gewinn, Einnahme
Umbau, umbauen, ändern, wesentliche Änderung
abreißen, Abriss, Abbau, Rückbau, Beseitigung
Einbruch, einbrechen, unbefugter Zugriff, Diebstahl
vorschlagen, Vorschlag, Empfehlung, empfehlen
widersprechen, Widerspruch, Einwand, Einwendung
entschädigen, Entschädigung, Ausgleich, Schadensersatz, Ausgleichsanspruch
Ersthelfer, Erste Hilfe, Rettung, retten
`;
