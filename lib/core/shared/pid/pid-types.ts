/** Namespace of the types of PIDs, domestic ones included. PIDRB-4.2 */
const pidVctNamespace = 'urn:eudi:pid:'

/** Document type and namespace of the PID as mdoc. PIDRB-3.1.1 */
const pidDoctype = 'eu.europa.ec.eudi.pid.1'

/** True for the type of a PID as SD-JWT VC, in whatever country. */
export const isPidVct = (vct: unknown): boolean => typeof vct === 'string' && vct.startsWith(pidVctNamespace)

/** True for the document type of a PID. */
export const isPidDoctype = (doctype: unknown): boolean => doctype === pidDoctype
