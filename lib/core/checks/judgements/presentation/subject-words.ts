import type { SubjectReading } from '../../../oid4vp/id-token/id-token-reading'
import { shown } from '../shown'

/** The syntax of a subject, for findings: never the subject itself, which is personal data. */
export const subjectWords = ({ syntax, method }: SubjectReading) =>
  method === null ? syntax.replace('_', ' as ') : shown(`did:${method}`)
