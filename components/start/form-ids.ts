/** Ids of the start page's forms, for submit buttons elsewhere on the page. */
export const issuanceFormId = 'issuance-form'
export const presentationFormId = 'presentation-form'
