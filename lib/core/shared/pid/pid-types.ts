/** Namespace of the types of PIDs, domestic ones included. PIDRB-4.2 */
const pidVctNamespace = 'urn:eudi:pid:'

/** Document type and namespace of the PID as mdoc. PIDRB-3.1.1 */
const pidDoctype = 'eu.europa.ec.eudi.pid.1'

/** True for the type of a PID as SD-JWT VC, in whatever country. */
export const isPidVct = (vct: unknown): boolean => typeof vct === 'string' && vct.startsWith(pidVctNamespace)

/** True for the document type of a PID. */
export const isPidDoctype = (doctype: unknown): boolean => doctype === pidDoctype

/** The type of PID that all countries share. PIDRB-4.2 */
export const commonPid = 'urn:eudi:pid:1'

/** True for a type of PID of one country, whose part after the namespace is no mere version. PIDRB-4.2 */
export const isDomesticPid = (vct: unknown): boolean =>
  typeof vct === 'string' && isPidVct(vct) && !/^[0-9]*$/.test(vct.slice(pidVctNamespace.length))
