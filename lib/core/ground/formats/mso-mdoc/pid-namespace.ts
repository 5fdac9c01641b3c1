/** Namespace of every element of the PID. EU PID Rulebook 1.7, section 3.1.1. */
export const pidNamespace = 'eu.europa.ec.eudi.pid.1'
