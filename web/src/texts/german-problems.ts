/** What the errors that people meet on the page say in German, by their codes (docs/errors.md); all others keep the server's words. */
export const problems: Readonly<Record<string, string>> = {
  unreachable: 'Der Server ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  unauthorized:
    'Sie sind nicht angemeldet, oder Ihre Anmeldung ist abgelaufen. Melden Sie sich an.',
  identity_unavailable:
    'Ihre Anmeldung kann gerade nicht geprüft werden. Versuchen Sie es gleich noch einmal.',
  body_too_large: 'Das ist mehr, als der Server annimmt. Senden Sie weniger auf einmal.',
  not_found: 'Das gibt es nicht oder nicht mehr, oder es gehört jemand anderem.',
  platform_unavailable: 'Das Geschäftssystem antwortet nicht. Versuchen Sie es später noch einmal.',
  explorer_unavailable: 'Der Wissensgraph antwortet nicht. Versuchen Sie es später noch einmal.',
  draft_not_found: 'Diesen Entwurf gibt es nicht oder nicht mehr.',
  draft_expired: 'Dieser Entwurf ist abgelaufen. Beginnen Sie einen neuen.',
  form_expired: 'Dieses Formular ist abgelaufen. Senden Sie die Nachricht noch einmal.',
  preview_expired:
    'Diese Vorschau ist abgelaufen. Es wurde nichts gespeichert. Bitten Sie im Chat erneut um die Änderung.',
  preview_decided: 'Über diese Vorschau wurde bereits entschieden.',
  preview_stale:
    'Was die Vorschau ändern würde, wurde inzwischen geändert. Es wurde nichts gespeichert. Bitten Sie im Chat erneut um die Änderung.',
  preview_unknown:
    'Die Änderung wurde gesendet, ihr Ausgang ist aber unbekannt. Prüfen Sie, ob sie gespeichert wurde, bevor Sie erneut darum bitten.',
  preview_superseded:
    'Eine neuere Vorschau hat diese ersetzt. Es wurde nichts gespeichert. Entscheiden Sie über die neuere.',
  turn_limit:
    'Die Antwort hat alle erlaubten Schritte verbraucht. Bitten Sie um weniger auf einmal oder setzen Sie die Unterhaltung fort.',
  token_limit:
    'Die Antwort hat mehr Token verbraucht, als erlaubt sind. Bitten Sie um weniger auf einmal oder beginnen Sie einen neuen Chat.',
  time_limit:
    'Die Antwort hat zu lange gedauert und wurde angehalten. Bitten Sie um weniger auf einmal.',
  too_many_runs:
    'Es laufen bereits so viele Ihrer Anfragen, wie erlaubt sind. Warten Sie, bis eine fertig ist, oder halten Sie eine an.',
  too_many_requests:
    'Es laufen bereits so viele aufwendige Anfragen, wie erlaubt sind. Versuchen Sie es gleich noch einmal.',
  server_busy: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  model_unavailable:
    'Das Modell antwortet nicht oder ist überlastet. Versuchen Sie es gleich noch einmal.',
  tool_required:
    'Das Modell hat nicht so geantwortet, wie es muss. Fragen Sie erneut, vielleicht mit anderen Worten.',
  response_failed: 'Das Modell hat zweimal keine brauchbare Antwort gegeben. Fragen Sie erneut.',
  cancelled: 'Angehalten.',
  interrupted:
    'Der Server wurde beendet, bevor die Antwort fertig war. Senden Sie die Nachricht noch einmal.',
  run_gone: 'Der Verlauf dieser Antwort ist nicht mehr gespeichert.',
  shutting_down: 'Der Server wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten. Der Grund steht in seinem Protokoll.',
};
