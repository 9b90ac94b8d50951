import type { Translation } from "../en/words";

/** What needs a person, in German. */
export const attention: Translation["attention"] = {
  action: {
    query_now: "Status aktualisieren",
    register_ip: "Adresse anmelden",
    list_account: "Konto eintragen",
    look_in_portal: "Im Portal nachsehen",
    extend_profile: "Profil ergänzen",
    void_or_refund: "Stornieren oder erstatten",
    complete_cart: "Warenkorb abschließen",
    read_log: "Protokoll lesen",
    refund_again: "Noch einmal erstatten",
    tighten_limits: "Grenzen enger ziehen",
    check_keys: "Schlüssel prüfen",
    capture_or_void: "Einziehen oder stornieren",
    cancel_order: "Bestellung stornieren",
    review: "Entscheiden",
    reconcile: "Abgleichen",
    check_subscription: "Nach dem Abonnement fragen",
    make_renewal_order: "Bestellung anlegen",
    open_payout: "Auszahlung öffnen",
    recover: "Wiederherstellen",
  },
  name: {
    unknown_outcome: "Ausgang unbekannt",
    amount_mismatch: "Der Betrag weicht ab",
    capture_unconfirmed: "Wie viel eingezogen wurde",
    order_mismatch: "Die Bestellnummer weicht ab",
    unlisted_code: "Unbekannter Code",
    backward_move: "Gateway meldet einen früheren Status",
    late_or_double_money: "Spätes oder doppeltes Geld",
    three_ds_missing: "3-D Secure fehlt",
    decline_rate: "Viele Ablehnungen",
    paid_without_order: "Bezahlt ohne Bestellung",
    refund_failed: "Erstattung gescheitert",
    refund_elsewhere: "Anderswo erstattet",
    voided_elsewhere: "Anderswo storniert",
    dispute: "Rückbuchung",
    query_refused: "Abfrage verweigert",
    account_changed: "Zahlungen eines anderen Gateway-Kontos",
    notification_contradicted: "Benachrichtigung widerlegt",
    notification_unreadable: "Benachrichtigung unlesbar",
    notification_failing: "Benachrichtigung nicht verarbeitet",
    booking_failed: "In Medusa nicht verbucht",
    refund_unexpected: "Unerwartete Erstattung",
    signature_mismatch_rate: "Falsche Signaturen",
    expiring_authorisation: "Autorisierung läuft ab",
    held_review: "Zur Prüfung angehalten",
    rejected_after_capture: "Nach dem Einzug abgelehnt",
    drift: "Die Bücher weichen ab",
    renewal_missing: "Verlängerung fehlt",
    renewal_failed: "Verlängerung abgelehnt",
    renewal_amount_changed: "Verlängerung anders als vereinbart",
    renewal_without_order: "Verlängerung ohne Bestellung",
    subscription_cancel_unknown: "Kündigung nicht bekannt",
    subscription_unnamed: "Abonnement ohne Nummer",
    payout_problem: "Auszahlung prüfen",
    payout_unknown: "Auszahlung nicht bekannt",
    recovery_mode: "Wiederherstellung: nichts wird gesendet",
    lost_payment: "Zahlung in der Datenbank verloren",
  },
  advice: {
    unknown_outcome:
      "Suchen Sie die Zahlung im Portal des Gateways, wenn es eilt; der Shop fragt weiter. Was Sie dort finden, können Sie hier sagen.",
    amount_mismatch: "Vergleichen Sie den Betrag mit dem Portal des Gateways, bevor Sie versenden.",
    capture_unconfirmed:
      "Keine Benachrichtigung hat den Betrag dieses Einzugs bestätigt. Vergleichen Sie ihn mit dem Portal des Gateways.",
    order_mismatch: "Vergleichen Sie die Bestellnummer mit dem Portal des Gateways.",
    unlisted_code:
      "Fragen Sie das Gateway, was der Code bedeutet, und tragen Sie ihn in die Statusliste des Profils ein.",
    backward_move: "Vergleichen Sie mit dem Portal des Gateways; hier wurde nichts geändert.",
    late_or_double_money:
      "Schließt sich von selbst, sobald das Geld zurück ist. Steht hier, dass das nicht gelang, dann stornieren oder erstatten Sie die Zahlung, wenn Sie sie nicht behalten wollen.",
    three_ds_missing:
      "Schließt sich von selbst, sobald das Geld zurück ist. Steht hier, dass das nicht gelang, dann stornieren oder erstatten Sie die Zahlung.",
    decline_rate:
      "Vielleicht probiert jemand gestohlene Karten aus. Sehen Sie die letzten Zahlungen an und ziehen Sie cardTesting.limits enger oder setzen Sie ein Captcha davor.",
    paid_without_order:
      "Sehen Sie den Warenkorb an: er konnte nicht abgeschlossen werden. Stornieren oder erstatten Sie die Zahlung, oder schließen Sie den Warenkorb ab.",
    refund_failed: "Erstatten Sie noch einmal, oder klären Sie es mit dem Kunden auf anderem Weg.",
    refund_elsewhere: "Vergleichen Sie mit dem Portal des Gateways und vermerken Sie die Erstattung an der Bestellung.",
    voided_elsewhere:
      "Stornieren Sie die Bestellung, oder bitten Sie den Kunden, noch einmal zu zahlen: sie ist nicht mehr bezahlt.",
    dispute: "Antworten Sie dem Gateway vor dem Termin der Bank. Hier wird nichts von selbst erstattet.",
    query_refused: "Melden Sie die IP-Adresse dieses Servers beim Gateway an.",
    account_changed:
      "Tragen Sie das frühere Gateway-Konto in den Optionen ein, damit seine Zahlungen dort bearbeitet werden.",
    notification_contradicted: "Vielleicht fälscht jemand Benachrichtigungen. Nichts wurde geändert.",
    notification_unreadable:
      "Vergleichen Sie die notify-Einstellungen des Profils mit einer aufgezeichneten Benachrichtigung.",
    notification_failing:
      "Lesen Sie den Grund im Serverprotokoll. Die Benachrichtigung bleibt gespeichert und wird alle zehn Minuten erneut versucht; sehen Sie die Zahlung im Portal des Gateways nach, wenn es eilt.",
    held_review: "Geben Sie die Zahlung frei oder lehnen Sie sie ab. Bis dahin wird weder eingezogen noch versandt.",
    rejected_after_capture:
      "Steht hier nicht, dass das Geld zurück ist, dann sehen Sie im Portal des Gateways nach und erstatten Sie dort. Nicht versenden.",
    booking_failed:
      "Medusa konnte nicht verbuchen, was am Gateway bewiesen ist; der Grund steht im Protokoll des Servers.",
    refund_unexpected: "Vergleichen Sie die Erstattungen mit dem Portal des Gateways, bevor Sie weiter erstatten.",
    signature_mismatch_rate:
      "Vergleichen Sie signingKeys und profile.signing mit den Angaben des Gateways; stimmen sie, dann fälscht jemand Nachrichten.",
    drift: 'Führen Sie den Befehl "reconcile" aus: er zeigt, wo Gateway, Journal und Medusa voneinander abweichen.',
    expiring_authorisation:
      "Ziehen Sie die Zahlung heute ein, wenn Sie versenden können, oder stornieren Sie sie; danach lehnt die Bank ab.",
    renewal_missing:
      "Fragen Sie das Gateway auf der Seite des Abonnements. Hat es nicht abgebucht, sehen Sie in seinem Portal nach, warum, oder kündigen Sie das Abonnement.",
    renewal_failed:
      "Sagen Sie es dem Kunden. Das Gateway versucht es vielleicht selbst noch einmal, oder Sie kündigen das Abonnement.",
    renewal_amount_changed:
      "Legen Sie auf der Seite des Abonnements die Bestellung mit dem abgebuchten Betrag an, oder erstatten Sie die Zahlung.",
    renewal_without_order:
      "Beheben Sie, was die Meldung nennt, und legen Sie die Bestellung auf der Seite des Abonnements an, oder erstatten Sie die Zahlung.",
    subscription_cancel_unknown:
      "Fragen Sie das Gateway auf der Seite des Abonnements; sagt es nichts, sehen Sie in seinem Portal nach.",
    subscription_unnamed:
      "Die erste Zahlung ist da, und das Gateway hat die Nummer des Abonnements nie genannt: Von hier aus lässt es sich nicht kündigen. Sehen Sie im Portal nach, ob es eines gibt, und kündigen Sie es dort oder erstatten Sie die Zahlung.",
    payout_problem:
      "Sie ist gescheitert, kam zurück, wird festgehalten oder ging nicht hinaus. Berichtigen Sie sie und senden Sie eine neue, handeln Sie im Portal des Gateways, oder stellen Sie ein, was fehlt.",
    payout_unknown:
      "Niemand weiß, ob das Geld hinausging; es wird nie von selbst noch einmal gesendet. Sehen Sie im Portal des Gateways nach und sagen Sie auf der Seite der Auszahlung, was Sie fanden.",
    recovery_mode:
      "Vielleicht gingen Commits verloren. Nichts wird gesendet, bis das Gateway befragt ist; das geschieht von selbst. Der Befehl „recover“ zeigt, wie weit es ist.",
    lost_payment:
      "Sehen Sie die Zahlung im Portal des Gateways nach. Erstatten Sie sie dort, oder vermerken Sie sie bei der Bestellung des Kunden.",
  },
};
