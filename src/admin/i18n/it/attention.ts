import type { Translation } from "../en/words";

/** What needs a person, in Italian. */
export const attention: Translation["attention"] = {
  action: {
    query_now: "Aggiorna stato",
    register_ip: "Registra l'indirizzo",
    list_account: "Aggiungere l'account",
    look_in_portal: "Guarda nel portale",
    extend_profile: "Completa il profilo",
    void_or_refund: "Annulla o rimborsa",
    complete_cart: "Completa il carrello",
    read_log: "Leggi il registro",
    refund_again: "Rimborsa di nuovo",
    tighten_limits: "Restringi i limiti",
    check_keys: "Controlla le chiavi",
    capture_or_void: "Incassa o annulla",
    cancel_order: "Annulla l'ordine",
    review: "Decidi",
    reconcile: "Riconcilia",
    check_subscription: "Chiedere dell'abbonamento",
    make_renewal_order: "Crea l'ordine",
    open_payout: "Apri il pagamento in uscita",
    recover: "Ripristina",
  },
  name: {
    unknown_outcome: "Esito sconosciuto",
    amount_mismatch: "L'importo è diverso",
    capture_unconfirmed: "Quanto è stato incassato",
    order_mismatch: "Il numero d'ordine è diverso",
    unlisted_code: "Codice sconosciuto",
    backward_move: "Il gateway indica uno stato precedente",
    late_or_double_money: "Denaro tardivo o doppio",
    three_ds_missing: "Manca 3-D Secure",
    decline_rate: "Molti rifiuti",
    paid_without_order: "Pagato senza ordine",
    refund_failed: "Rimborso fallito",
    refund_elsewhere: "Rimborsato altrove",
    voided_elsewhere: "Annullato altrove",
    dispute: "Contestazione",
    query_refused: "Interrogazione rifiutata",
    account_changed: "Pagamenti di un altro account del gateway",
    notification_contradicted: "Notifica smentita",
    notification_unreadable: "Notifica illeggibile",
    notification_failing: "Notifica non elaborata",
    booking_failed: "Non registrato in Medusa",
    refund_unexpected: "Rimborso inatteso",
    signature_mismatch_rate: "Firme errate",
    expiring_authorisation: "L'autorizzazione scade",
    held_review: "Trattenuto per revisione",
    rejected_after_capture: "Respinto dopo l'incasso",
    drift: "I libri non coincidono",
    renewal_missing: "Rinnovo mancante",
    renewal_failed: "Rinnovo rifiutato",
    renewal_amount_changed: "Rinnovo diverso dal concordato",
    renewal_without_order: "Rinnovo senza ordine",
    subscription_cancel_unknown: "Disdetta non nota",
    subscription_unnamed: "Abbonamento senza numero",
    payout_problem: "Pagamento in uscita da controllare",
    payout_unknown: "Pagamento in uscita non noto",
    recovery_mode: "Modalità di ripristino: non viene inviato nulla",
    lost_payment: "Pagamento perso dal database",
  },
  advice: {
    unknown_outcome:
      "Cerchi il pagamento nel portale del gateway se è urgente; il negozio continua a chiedere. Ciò che trova là può dirlo qui.",
    amount_mismatch: "Confronti l'importo con il portale del gateway prima di spedire.",
    capture_unconfirmed:
      "Nessuna notifica ha confermato l'importo di questo incasso. Lo confronti con il portale del gateway.",
    order_mismatch: "Confronti il numero d'ordine con il portale del gateway.",
    unlisted_code: "Chieda al gateway che cosa significa il codice e lo aggiunga agli stati del profilo.",
    backward_move: "Confronti con il portale del gateway; qui nulla è cambiato.",
    late_or_double_money:
      "Si chiude da sé quando il denaro è restituito. Se dice che non è riuscito, annulli o rimborsi il pagamento, a meno che non voglia tenerlo.",
    three_ds_missing:
      "Si chiude da sé quando il denaro è restituito. Se dice che non è riuscito, annulli o rimborsi il pagamento.",
    decline_rate:
      "Forse qualcuno prova carte rubate. Guardi gli ultimi pagamenti e restringa cardTesting.limits o aggiunga un captcha.",
    paid_without_order:
      "Guardi il carrello: non è stato possibile completarlo. Annulli o rimborsi il pagamento, o completi il carrello.",
    refund_failed: "Rimborsi di nuovo, o si accordi con il cliente in altro modo.",
    refund_elsewhere: "Confronti con il portale del gateway e annoti il rimborso sull'ordine.",
    voided_elsewhere: "Annulli l'ordine, o chieda al cliente di pagare di nuovo: non è più pagato.",
    dispute: "Risponda alla contestazione al gateway prima della data della banca. Qui nulla si rimborsa da sé.",
    query_refused: "Registri l'indirizzo IP di questo server presso il gateway.",
    account_changed:
      "Aggiunga l'account precedente del gateway alle opzioni, così i suoi pagamenti vengono gestiti lì.",
    notification_contradicted: "Forse qualcuno falsifica notifiche. Nulla è cambiato.",
    notification_unreadable: "Confronti le opzioni notify del profilo con una notifica registrata.",
    notification_failing:
      "Legga il motivo nel log del server. La notifica resta salvata e viene ritentata ogni dieci minuti; se è urgente, controlli il pagamento nel portale del gateway.",
    held_review: "Approvi o respinga il pagamento. Fino ad allora non si incassa e non si spedisce.",
    rejected_after_capture:
      "Se non dice che il denaro è stato restituito, guardi nel portale del gateway e rimborsi lì. Non spedisca.",
    booking_failed: "Medusa non ha potuto registrare ciò che è provato al gateway; guardi il registro del server.",
    refund_unexpected: "Confronti i rimborsi con il portale del gateway prima di rimborsare altro.",
    signature_mismatch_rate:
      "Confronti signingKeys e profile.signing con quanto il gateway le ha dato; se sono giusti, qualcuno falsifica messaggi.",
    drift: 'Esegua il comando "reconcile" per vedere dove gateway, libro e Medusa non coincidono.',
    expiring_authorisation: "Incassi il pagamento oggi se può spedire, o lo annulli; dopo, la banca rifiuta.",
    renewal_missing:
      "Chieda al gateway nella pagina dell'abbonamento. Se non ha addebitato, guardi nel suo portale perché, o disdica l'abbonamento.",
    renewal_failed: "Avvisi il cliente. Il gateway forse riproverà da sé, oppure disdica l'abbonamento.",
    renewal_amount_changed:
      "Crei l'ordine con l'importo addebitato nella pagina dell'abbonamento, o rimborsi il pagamento.",
    renewal_without_order:
      "Corregga ciò che dice il messaggio e crei l'ordine nella pagina dell'abbonamento, o rimborsi il pagamento.",
    subscription_cancel_unknown:
      "Chieda al gateway nella pagina dell'abbonamento; se non dice nulla, guardi nel suo portale.",
    subscription_unnamed:
      "Il primo pagamento c'è, e il gateway non ha mai detto il numero dell'abbonamento: da qui non si può disdire. Guardi nel suo portale se esiste, e lo disdica lì o rimborsi il pagamento.",
    payout_problem:
      "È fallito, è tornato indietro, è trattenuto o non è partito. Lo corregga e ne invii uno nuovo, agisca nel portale del gateway o imposti ciò che manca.",
    payout_unknown:
      "Nessuno sa se il denaro è uscito; non viene mai inviato di nuovo da solo. Guardi nel portale del gateway e dica nella pagina del pagamento che cosa ha trovato.",
    recovery_mode:
      "Alcune transazioni del database potrebbero essere andate perse. Non viene inviato nulla finché il gateway non è stato interrogato; avviene automaticamente. Il comando «recover» mostra l'avanzamento.",
    lost_payment:
      "Cerchi il pagamento nel portale del gateway. Lo rimborsi lì oppure lo annoti sull'ordine del cliente.",
  },
};
