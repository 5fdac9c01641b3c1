import { shown } from '../../engine/judgements/shown'
import { quote } from '../../ground/values/wording'
import type { SubjectReading } from '../read/id-token/id-token-reading'

/** The syntax of a subject, for findings: never the subject itself, which is personal data. */
export const subjectWords = ({ syntax, method }: SubjectReading) =>
  method === null ? quote(syntax.replace('_', ' as ')) : shown(`did:${method}`)
