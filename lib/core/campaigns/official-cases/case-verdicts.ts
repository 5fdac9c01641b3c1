/**
 * The verdict of a case. `inconclusive`: its session was run, but showed nothing that decides the case.
 * `not_applicable`: what the case is about did not come up. `manual`: a person decides it. `out`: this service does not,
 * or not yet.
 */
export const caseVerdicts = ['passed', 'failed', 'inconclusive', 'not_applicable', 'not_run', 'manual', 'out'] as const
export type CaseVerdict = (typeof caseVerdicts)[number]
