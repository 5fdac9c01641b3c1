import type { SubjectReading } from '../../../oid4vp/id-token/id-token-reading'
import { shown } from '../shown'

/** The syntax of a subject as findings tell it: never the subject itself, which belongs to a person. */
export const subjectWords = ({ syntax, method }: SubjectReading) =>
  method === null ? syntax.replace('_', ' as ') : shown(`did:${method}`)
