import type { Translation } from "../en/words";

/** The review queue and the attention page, in German. */
export const desk: Translation["desk"] = {
  reviews: {
    title: "Prüfungen",
    subtitle:
      "Zahlungen, die auf ein Urteil warten, die längste zuerst. Bis dahin wird weder eingezogen noch versandt.",
    none: "Nichts wartet auf ein Urteil",
    noneText: "Eine Zahlung erscheint hier, wenn das Gateway oder eine Regel des Shops sie zur Prüfung anhält.",
    since: "Angehalten seit",
    heldBy: "Angehalten von",
    reason: { gateway: "Gateway", owner: "Regel des Shops", unreadable: "Unlesbare Antwort" },
    reasons: "Gründe",
    country: "Land der Rechnung",
    votes: "Bisher gesagt",
    selectAll: "Alle dieser Seite auswählen",
    tooMany: "Höchstens {{number}} auf einmal; die ersten {{number}} sind ausgewählt.",
    shopper: {
      title: "Dieser Kunde zuvor",
      fresh: "Von diesem Kunden ist von früher nichts bekannt.",
      first: "Zuerst gesehen {{moment}}",
      captured: "Bisher eingezogen: {{amount}}",
      counts: {
        paid: "Bezahlt",
        declined: "Abgelehnt",
        refunded: "Erstattet",
        disputed: "Bestritten",
        held: "Angehalten",
        other: "Andere",
      },
      latest: "Letzte Zahlungen",
    },
  },
  attention: {
    title: "Aufmerksamkeit",
    subtitle: "Was der Shop nicht allein klären kann, mit dem einen, das zu tun ist.",
    badge: "Offene Punkte: {{number}}",
    open: "Offen",
    closed: "Geschlossen",
    kind: "Art",
    level: { money: "Es geht um Geld", shopper: "Ein Kunde wartet", notice: "Zur Kenntnis" },
    times: "{{number}}-mal bemerkt",
    openPayment: "Zahlung öffnen",
    openHealth: "Zustand öffnen",
    openPayments: "Zahlungen ansehen",
    openOrder: "Bestellung öffnen",
    openSubscription: "Abonnement öffnen",
    dismiss: "Schließen mit Notiz",
    dismissText:
      "Der Punkt wird mit Ihrer Notiz geschlossen. Am Gateway ändert sich nichts; wird er wieder bemerkt, kommt er zurück.",
    dismissed: "Der Punkt ist geschlossen.",
    none: "Alles ist geklärt",
    noneText:
      "Nichts braucht jetzt einen Menschen. Hier erscheint, wofür Geld, ein Kunde oder das Gateway einen braucht.",
    noneClosed: "Noch nichts wurde geschlossen",
    noneClosedText: "Hier erscheint, was geklärt oder geschlossen wurde.",
    closedAt: "Geschlossen {{moment}}",
    by: "durch {{who}}",
    reason: "Grund",
  },
};
