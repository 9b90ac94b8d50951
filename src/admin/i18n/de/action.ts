import type { Translation } from "../en/words";

/** What an admin can do to a payment, in German. */
export const action: Translation["action"] = {
  capture: "Einziehen",
  void: "Stornieren",
  refund: "Erstatten",
  query: "Status aktualisieren",
  replay: "Benachrichtigung neu lesen",
  decide: "Entscheiden",
  approve: "Freigeben",
  reject: "Ablehnen",
  more: "Weitere Aktionen",
  cancel: "Abbrechen",
  close: "Schließen",
  again: "Noch einmal versuchen",
  amount: "Betrag",
  atMost: "Höchstens {{amount}}.",
  wholeOnly: "Nur der ganze Betrag kann eingezogen werden.",
  amountWrong:
    "Geben Sie einen Betrag über null und höchstens {{amount}} ein, mit höchstens {{decimals}} Nachkommastellen.",
  note: "Notiz",
  noteHint: "Für die Akte der Bestellung; der Kunde sieht sie nicht.",
  noteNeeded: "Sagen Sie in einem Satz, warum.",
  lookedUp: "Im Portal des Gateways nachgesehen.",
  reason: "Grund",
  noReason: "Kein Grund",
  items: "Nach Artikeln erstatten",
  itemsHint: "Wählen Sie, wie viele Stück zurückkommen; der Betrag folgt daraus. Sie können ihn ändern.",
  itemsOf: "von {{number}} · je {{amount}}",
  captureText: "Damit wird dem Kunden der Betrag belastet. Rückgängig machen lässt sich das nur mit einer Erstattung.",
  voidText:
    "Die Reservierung von {{amount}} wird für den Kunden aufgehoben. Die Bestellung bleibt, wie sie ist: stornieren Sie sie in Medusa, wenn sie nicht versandt werden soll.",
  refundText: "Erstattet wird auf die ursprüngliche Zahlungsart. Das lässt sich nicht rückgängig machen.",
  confirmCapture: "{{amount}} einziehen",
  confirmVoid: "{{amount}} stornieren",
  confirmRefund: "{{amount}} erstatten",
  replayText:
    "Eine empfangene Benachrichtigung wird noch einmal gelesen. Was sie schon bewirkt hat, geschieht nicht zweimal.",
  replayed: "Die Benachrichtigung wurde noch einmal gelesen.",
  queried: "Das Gateway wurde gefragt; das ist seine Antwort.",
  deliveries: "{{number}}-mal empfangen",
  decideText:
    "Der Shop fragt weiter, und meist klärt es sich so. Sehen Sie im Portal des Gateways nach, bevor Sie entscheiden: was Sie hier sagen, gilt als wahr.",
  which: "Vorgang",
  happened: "Es ist geschehen",
  didNotHappen: "Es ist nicht geschehen",
  outcome: {
    done: "Erledigt.",
    pending: "Das Gateway hat es; die Bank entscheidet. Diese Seite zeigt, was daraus wird.",
    refused: "Abgelehnt: es ist nicht geschehen.",
    unknown:
      "Keine klare Antwort: das Gateway wird gefragt. Es wird nicht noch einmal gesendet, und nichts geschieht zweimal.",
    not_sent: "Nichts wurde gesendet. Es kann noch einmal versucht werden.",
  },
  noAnswer:
    "Der Shop hat nicht geantwortet; was daraus wurde, ist nicht klar. Versuchen Sie es noch einmal: dieselbe Anfrage wird nicht zweimal ausgeführt.",
  forbidden: "Das dürfen Sie nicht: {{message}}",
  notification: {
    pending: "Wartet darauf, gelesen zu werden",
    applied: "Angewendet",
    refused: "Passte nicht; nichts hat sich geändert",
  },
  signature: {
    matched: "Signatur richtig",
    mismatched: "Signatur falsch",
    absent: "keine Signatur",
    not_applicable: "nicht signiert",
  },
  held: {
    title: "Zur Prüfung angehalten",
    gateway: "Das Gateway wartet auf Ihr Urteil.",
    owner: "Eine Regel des Shops hält sie an.",
    unreadable:
      "Eine Antwort des Gateways dazu war nicht lesbar und hat vielleicht eine Prüfung verlangt. Sehen Sie im Portal des Gateways nach.",
    text: "Sie wird weder eingezogen noch versandt, bevor jemand entscheidet.",
    secondPerson: "Wegen des Betrags müssen zwei Personen dasselbe sagen.",
    said: {
      approve: "{{who}} will sie freigeben: {{note}}",
      reject: "{{who}} will sie ablehnen: {{note}}",
    },
    approveText: "Die Zahlung geht weiter: sie kann eingezogen und die Bestellung versandt werden.",
    rejectText: "Die Zahlung wird zurückgegeben und die Bestellung storniert.",
    outcome: {
      approved: "Freigegeben.",
      rejected: "Abgelehnt; die Bestellung ist storniert.",
      second_person: "Vermerkt. Jemand anderes muss dasselbe sagen, bevor etwas geschieht.",
      pending: "Das Gateway hat das Urteil und hat noch nicht entschieden.",
      refused: "Das Urteil wurde nicht angenommen: nichts hat sich geändert.",
      unknown: "Keine klare Antwort: das Gateway wird gefragt. Das Urteil wird nicht noch einmal gesendet.",
      not_sent: "Nichts wurde gesendet. Es kann noch einmal versucht werden.",
    },
  },
};
