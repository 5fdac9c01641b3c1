import type { UnreadPresentation } from '../presentation-reading'

/** Says that mdoc presentations are not read yet, so that none can pass for a valid one. */
export const readMsoMdocPresentation = async (): Promise<UnreadPresentation> => ({
  format: 'mso_mdoc',
  read: false,
  reason: 'Presentations of format mso_mdoc are not read yet.',
})
