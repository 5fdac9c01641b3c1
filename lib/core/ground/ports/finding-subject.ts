/** The presented credential that a finding is about: its Credential Query, and its place in the answer to that query. */
export interface FindingSubject {
  readonly queryId: string
  /** From 0. OpenID4VP 1.0 section 8.1: each query is answered with an array. */
  readonly index: number
}

/** A short text that is equal for equal subjects only, e.g. `pid_sd_jwt#0`; empty for what is about no credential. */
export const subjectKey = (subject: FindingSubject | undefined): string =>
  subject === undefined ? '' : `${subject.queryId}#${subject.index}`

/** The subject of such a text. Throws when no subject has it: only our own keys are read back. */
export function readSubjectKey(key: string): FindingSubject {
  // An id may hold the sign too, an index never does.
  const end = key.lastIndexOf('#')
  const index = key.slice(end + 1)
  if (end < 0 || !/^\d+$/.test(index)) throw new Error('This text is the key of no subject.')
  return { queryId: key.slice(0, end), index: Number(index) }
}
