/** Ids of the two sentences of the start page: buttons that stand elsewhere send them too. */
export const issuanceFormId = 'issuance-form'
export const presentationFormId = 'presentation-form'
