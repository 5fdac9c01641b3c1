import { contractEntry, type OperationId } from '@/lib/contract/contract'
import type { HttpAnswer } from './http-client'

/**
 * Asserts that the contract covers the response: status, media type, and a body that matches the schema. Returns the
 * response; throws otherwise.
 */
export function checkContract(operation: OperationId, answer: HttpAnswer): HttpAnswer {
  const declared = contractEntry(operation).replies[answer.status]
  if (declared === undefined)
    throw new Error(`${operation} answers ${answer.status}, which its contract does not have: ${answer.body}`)
  const mediaType = answer.header('content-type') ?? ''
  const schema = declared[mediaType]
  if (schema === undefined) throw new Error(`${operation} answers ${answer.status} as "${mediaType}", not as declared.`)
  schema.parse(mediaType === 'application/json' ? answer.json() : answer.body)
  return answer
}
