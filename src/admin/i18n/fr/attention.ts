import type { Translation } from "../en/words";

/** What needs a person, in French. */
export const attention: Translation["attention"] = {
  action: {
    query_now: "Actualiser le statut",
    register_ip: "Enregistrer l'adresse",
    list_account: "Ajouter le compte",
    look_in_portal: "Voir dans le portail",
    extend_profile: "Compléter le profil",
    void_or_refund: "Annuler ou rembourser",
    complete_cart: "Terminer le panier",
    read_log: "Lire le journal",
    refund_again: "Rembourser à nouveau",
    tighten_limits: "Resserrer les limites",
    check_keys: "Vérifier les clés",
    capture_or_void: "Capturer ou annuler",
    cancel_order: "Annuler la commande",
    review: "Décider",
    reconcile: "Rapprocher",
    check_subscription: "Interroger sur l'abonnement",
    make_renewal_order: "Créer la commande",
    open_payout: "Ouvrir le versement",
    recover: "Récupérer",
  },
  name: {
    unknown_outcome: "Issue inconnue",
    amount_mismatch: "Le montant diffère",
    capture_unconfirmed: "Combien a été capturé",
    order_mismatch: "Le numéro de commande diffère",
    unlisted_code: "Code inconnu",
    backward_move: "La passerelle indique un statut antérieur",
    late_or_double_money: "Argent tardif ou en double",
    three_ds_missing: "3-D Secure manquant",
    decline_rate: "Beaucoup de refus",
    paid_without_order: "Payé sans commande",
    refund_failed: "Remboursement échoué",
    refund_elsewhere: "Remboursé ailleurs",
    voided_elsewhere: "Annulé ailleurs",
    dispute: "Litige",
    query_refused: "Interrogation refusée",
    account_changed: "Paiements d'un autre compte de passerelle",
    notification_contradicted: "Notification contredite",
    notification_unreadable: "Notification illisible",
    notification_failing: "Notification non traitée",
    booking_failed: "Non enregistré dans Medusa",
    refund_unexpected: "Remboursement inattendu",
    signature_mismatch_rate: "Signatures fausses",
    expiring_authorisation: "L'autorisation expire",
    held_review: "Retenu pour examen",
    rejected_after_capture: "Rejeté après la capture",
    drift: "Les livres diffèrent",
    renewal_missing: "Renouvellement manquant",
    renewal_failed: "Renouvellement refusé",
    renewal_amount_changed: "Renouvellement non conforme",
    renewal_without_order: "Renouvellement sans commande",
    subscription_cancel_unknown: "Résiliation inconnue",
    subscription_unnamed: "Abonnement sans numéro",
    payout_problem: "Versement à examiner",
    payout_unknown: "Versement inconnu",
    recovery_mode: "Mode de récupération : rien n'est envoyé",
    lost_payment: "Paiement perdu par la base de données",
  },
  advice: {
    unknown_outcome:
      "Cherchez le paiement dans le portail de la passerelle si cela presse ; la boutique continue de demander. Ce que vous y trouvez, vous pouvez le dire ici.",
    amount_mismatch: "Comparez le montant avec le portail de la passerelle avant d'expédier.",
    capture_unconfirmed:
      "Aucune notification n'a confirmé le montant de cette capture. Comparez-le avec le portail de la passerelle.",
    order_mismatch: "Comparez le numéro de commande avec le portail de la passerelle.",
    unlisted_code: "Demandez à la passerelle ce que signifie le code et ajoutez-le à la liste des statuts du profil.",
    backward_move: "Comparez avec le portail de la passerelle ; rien n'a été changé ici.",
    late_or_double_money:
      "Se ferme de lui-même une fois l'argent rendu. S'il est dit que ce n'est pas fait, annulez ou remboursez le paiement, sauf si vous voulez le garder.",
    three_ds_missing:
      "Se ferme de lui-même une fois l'argent rendu. S'il est dit que ce n'est pas fait, annulez ou remboursez le paiement.",
    decline_rate:
      "Quelqu'un essaie peut-être des cartes volées. Regardez les derniers paiements et resserrez cardTesting.limits ou ajoutez un captcha.",
    paid_without_order:
      "Regardez le panier : il n'a pas pu être terminé. Annulez ou remboursez le paiement, ou terminez le panier.",
    refund_failed: "Remboursez à nouveau, ou réglez-le autrement avec le client.",
    refund_elsewhere: "Comparez avec le portail de la passerelle et notez le remboursement sur la commande.",
    voided_elsewhere: "Annulez la commande, ou demandez au client de payer à nouveau : elle n'est plus payée.",
    dispute: "Répondez au litige à la passerelle avant la date de la banque. Rien n'est remboursé ici tout seul.",
    query_refused: "Enregistrez l'adresse IP de ce serveur auprès de la passerelle.",
    account_changed: "Ajoutez l'ancien compte de passerelle aux options, afin que ses paiements y soient traités.",
    notification_contradicted: "Quelqu'un falsifie peut-être des notifications. Rien n'a été changé.",
    notification_unreadable: "Comparez les options notify du profil avec une notification enregistrée.",
    notification_failing:
      "Lisez la raison dans le journal du serveur. La notification est conservée et réessayée toutes les dix minutes ; si c'est urgent, consultez le paiement dans le portail de la passerelle.",
    held_review: "Approuvez ou rejetez le paiement. D'ici là, il n'est ni capturé ni expédié.",
    rejected_after_capture:
      "S'il n'est pas dit que l'argent a été rendu, voyez dans le portail de la passerelle et remboursez là. N'expédiez pas.",
    booking_failed: "Medusa n'a pas pu enregistrer ce qui est prouvé à la passerelle ; voyez le journal du serveur.",
    refund_unexpected: "Comparez les remboursements avec le portail de la passerelle avant de rembourser davantage.",
    signature_mismatch_rate:
      "Comparez signingKeys et profile.signing avec ce que la passerelle vous a donné ; s'ils sont justes, quelqu'un falsifie des messages.",
    drift: 'Lancez la commande "reconcile" pour voir où la passerelle, le journal et Medusa diffèrent.',
    expiring_authorisation:
      "Capturez le paiement aujourd'hui si vous pouvez expédier, ou annulez-le ; ensuite la banque refuse.",
    renewal_missing:
      "Interrogez la passerelle sur la page de l'abonnement. Si elle n'a rien prélevé, cherchez pourquoi dans son portail, ou résiliez l'abonnement.",
    renewal_failed: "Prévenez le client. La passerelle réessaiera peut-être d'elle-même, ou résiliez l'abonnement.",
    renewal_amount_changed:
      "Créez la commande avec le montant prélevé sur la page de l'abonnement, ou remboursez le paiement.",
    renewal_without_order:
      "Corrigez ce que dit le message et créez la commande sur la page de l'abonnement, ou remboursez le paiement.",
    subscription_cancel_unknown:
      "Interrogez la passerelle sur la page de l'abonnement ; si elle ne dit rien, regardez dans son portail.",
    subscription_unnamed:
      "Le premier paiement est là, et la passerelle n'a jamais dit le numéro de l'abonnement : il ne peut pas être résilié d'ici. Cherchez dans son portail s'il existe, et résiliez-le là-bas ou remboursez le paiement.",
    payout_problem:
      "Il a échoué, est revenu, est retenu ou n'est pas parti. Corrigez-le et envoyez-en un nouveau, agissez dans le portail de la passerelle, ou réglez ce qui manque.",
    payout_unknown:
      "Personne ne sait si l'argent est parti ; il n'est jamais renvoyé de lui-même. Regardez dans le portail de la passerelle et dites sur la page du versement ce que vous avez trouvé.",
    recovery_mode:
      "Des transactions de la base de données ont peut-être été perdues. Rien n'est envoyé tant que la passerelle n'a pas été interrogée, ce qui se fait automatiquement. La commande « recover » montre l'avancement.",
    lost_payment:
      "Cherchez le paiement dans le portail de la passerelle. Remboursez-le là-bas, ou notez-le sur la commande du client.",
  },
};
