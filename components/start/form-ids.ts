/** Ids of the forms that start a session, for submit buttons elsewhere on their page. */
export const issuanceFormId = 'issuance-form'
export const presentationFormId = 'presentation-form'
export const laboratoryFormId = 'laboratory-form'
