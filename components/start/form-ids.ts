/** Ids of the two forms of the start page: buttons elsewhere on the page submit them too. */
export const issuanceFormId = 'issuance-form'
export const presentationFormId = 'presentation-form'
