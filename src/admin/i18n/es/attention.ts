import type { Translation } from "../en/words";

/** What needs a person, in Spanish. */
export const attention: Translation["attention"] = {
  action: {
    query_now: "Actualizar estado",
    register_ip: "Registrar la dirección",
    list_account: "Añadir la cuenta",
    look_in_portal: "Mirar en el portal",
    extend_profile: "Ampliar el perfil",
    void_or_refund: "Anular o reembolsar",
    complete_cart: "Completar el carrito",
    read_log: "Leer el registro",
    refund_again: "Reembolsar de nuevo",
    tighten_limits: "Ajustar los límites",
    check_keys: "Revisar las claves",
    capture_or_void: "Capturar o anular",
    cancel_order: "Cancelar el pedido",
    review: "Decidir",
    reconcile: "Conciliar",
    check_subscription: "Preguntar por la suscripción",
    make_renewal_order: "Crear el pedido",
    open_payout: "Abrir el pago saliente",
    recover: "Recuperar",
  },
  name: {
    unknown_outcome: "Resultado desconocido",
    amount_mismatch: "El importe difiere",
    capture_unconfirmed: "Cuánto se capturó",
    order_mismatch: "El número de pedido difiere",
    unlisted_code: "Código desconocido",
    backward_move: "La pasarela indica un estado anterior",
    late_or_double_money: "Dinero tardío o doble",
    three_ds_missing: "Falta 3-D Secure",
    decline_rate: "Muchos rechazos",
    paid_without_order: "Pagado sin pedido",
    refund_failed: "Reembolso fallido",
    refund_elsewhere: "Reembolsado en otra parte",
    voided_elsewhere: "Anulado en otra parte",
    dispute: "Disputa",
    query_refused: "Consulta rechazada",
    account_changed: "Pagos de otra cuenta de la pasarela",
    notification_contradicted: "Notificación desmentida",
    notification_unreadable: "Notificación ilegible",
    notification_failing: "Notificación sin procesar",
    booking_failed: "No registrado en Medusa",
    refund_unexpected: "Reembolso inesperado",
    signature_mismatch_rate: "Firmas erróneas",
    expiring_authorisation: "La autorización caduca",
    held_review: "Retenido para revisión",
    rejected_after_capture: "Rechazado tras la captura",
    drift: "Los libros difieren",
    renewal_missing: "Falta una renovación",
    renewal_failed: "Renovación rechazada",
    renewal_amount_changed: "Renovación distinta de lo acordado",
    renewal_without_order: "Renovación sin pedido",
    subscription_cancel_unknown: "Cancelación desconocida",
    subscription_unnamed: "Suscripción sin número",
    payout_problem: "Revise el pago saliente",
    payout_unknown: "Pago saliente desconocido",
    recovery_mode: "Modo de recuperación: no se envía nada",
    lost_payment: "Pago perdido en la base de datos",
  },
  advice: {
    unknown_outcome:
      "Busque el pago en el portal de la pasarela si corre prisa; la tienda sigue preguntando. Lo que encuentre allí puede decirlo aquí.",
    amount_mismatch: "Compare el importe con el portal de la pasarela antes de enviar.",
    capture_unconfirmed:
      "Ninguna notificación confirmó el importe de esta captura. Compárelo con el portal de la pasarela.",
    order_mismatch: "Compare el número de pedido con el portal de la pasarela.",
    unlisted_code: "Pregunte a la pasarela qué significa el código y añádalo a la lista de estados del perfil.",
    backward_move: "Compare con el portal de la pasarela; aquí no cambió nada.",
    late_or_double_money:
      "Se cierra solo cuando el dinero está devuelto. Si dice que no se logró, anule o reembolse el pago, salvo que quiera quedárselo.",
    three_ds_missing:
      "Se cierra solo cuando el dinero está devuelto. Si dice que no se logró, anule o reembolse el pago.",
    decline_rate:
      "Quizá alguien prueba tarjetas robadas. Mire los últimos pagos y ajuste cardTesting.limits o añada un captcha.",
    paid_without_order: "Mire el carrito: no se pudo completar. Anule o reembolse el pago, o complete el carrito.",
    refund_failed: "Reembolse de nuevo, o arréglelo con el comprador de otra forma.",
    refund_elsewhere: "Compare con el portal de la pasarela y anote el reembolso en el pedido.",
    voided_elsewhere: "Cancele el pedido, o pida al comprador que pague de nuevo: ya no está pagado.",
    dispute: "Responda a la disputa en la pasarela antes de la fecha del banco. Aquí no se reembolsa nada solo.",
    query_refused: "Registre la dirección IP de este servidor en la pasarela.",
    account_changed: "Añada la cuenta anterior de la pasarela a las opciones para que sus pagos se gestionen allí.",
    notification_contradicted: "Quizá alguien falsifica notificaciones. No cambió nada.",
    notification_unreadable: "Compare las opciones notify del perfil con una notificación guardada.",
    notification_failing:
      "Lea el motivo en el registro del servidor. La notificación se conserva y se reintenta cada diez minutos; si urge, consulte el pago en el portal de la pasarela.",
    held_review: "Apruebe o rechace el pago. Hasta entonces ni se captura ni se envía.",
    rejected_after_capture:
      "Si no dice que el dinero está devuelto, mire en el portal de la pasarela y reembolse allí. No envíe.",
    booking_failed: "Medusa no pudo registrar lo que está probado en la pasarela; mire el registro del servidor.",
    refund_unexpected: "Compare los reembolsos con el portal de la pasarela antes de reembolsar más.",
    signature_mismatch_rate:
      "Compare signingKeys y profile.signing con lo que le dio la pasarela; si son correctos, alguien falsifica mensajes.",
    drift: 'Ejecute la orden "reconcile" para ver dónde difieren la pasarela, el libro y Medusa.',
    expiring_authorisation: "Capture el pago hoy si puede enviar, o anúlelo; después el banco lo rechaza.",
    renewal_missing:
      "Pregunte a la pasarela en la página de la suscripción. Si no cobró, mire en su portal por qué, o cancele la suscripción.",
    renewal_failed: "Avise al cliente. Quizá la pasarela lo intente otra vez por sí misma, o cancele la suscripción.",
    renewal_amount_changed:
      "Cree el pedido con el importe cobrado en la página de la suscripción, o reembolse el pago.",
    renewal_without_order:
      "Corrija lo que dice el mensaje y cree el pedido en la página de la suscripción, o reembolse el pago.",
    subscription_cancel_unknown:
      "Pregunte a la pasarela en la página de la suscripción; si no dice nada, mire en su portal.",
    subscription_unnamed:
      "El primer pago se cobró y la pasarela nunca dijo el número de la suscripción: desde aquí no se puede cancelar. Mire en su portal si existe, y cancélela allí o reembolse el pago.",
    payout_problem:
      "Falló, fue devuelto, está retenido o no salió. Corríjalo y envíe uno nuevo, actúe en el portal de la pasarela o configure lo que falta.",
    payout_unknown:
      "Nadie sabe si el dinero salió; nunca se envía de nuevo por sí solo. Mire en el portal de la pasarela y diga en la página del pago saliente lo que encontró.",
    recovery_mode:
      "Puede que se hayan perdido transacciones de la base de datos. No se envía nada hasta consultar la pasarela, lo que ocurre automáticamente. El comando «recover» muestra el avance.",
    lost_payment: "Busque el pago en el portal de la pasarela. Reembólselo allí o anótelo en el pedido del cliente.",
  },
};
