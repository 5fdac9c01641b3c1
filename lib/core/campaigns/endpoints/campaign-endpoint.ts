import type { z } from 'zod'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Exchange } from '../../shared/http/exchange'
import { issueToReport, placedIssue, withIssue } from '../../shared/http/problem-words'
import { readJsonBody } from '../../shared/http/read-json'
import { ProtocolError } from '../../shared/ports/errors'
import { toCampaignId } from '../../shared/ports/ids'
import type { Campaign } from '../../shared/ports/store-types'

/** The campaign in the path. Throws `campaign_not_found`. */
export async function requireCampaign({ params, ports }: RequestContext): Promise<Campaign> {
  const id = toCampaignId(params.campaignId ?? '')
  const campaign = id === null ? null : await ports.store.campaign(id)
  if (campaign === null) throw new ProtocolError('campaign_not_found', 'No campaign has this id, or it was deleted.')
  return campaign
}

/** Parses the body with this schema. Throws `invalid_request` naming the first invalid member. */
export function readBody<Schema extends z.ZodType>(exchange: Exchange, schema: Schema): z.infer<Schema> {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = schema.safeParse(body.ok ? body.value : null)
  if (read.success) return read.data
  const issue = issueToReport(read.error.issues)
  const placed = issue === undefined ? null : placedIssue(issue)
  if (placed === null || placed.path.length === 0) throw new ProtocolError('invalid_request', 'Send a JSON object.')
  throw new ProtocolError('invalid_request', `The member ${withIssue(placed.path.join('.'), placed)}.`, {
    pointer: placed.path.map((part) => `/${part}`).join(''),
  })
}

/** `Retry-After` in seconds once a wallet and version are full: retention makes room. */
const fullSeconds = 3600

/** The error for a wallet and version that have reached a limit. */
export const walletQuotaReached = (description: string): ProtocolError =>
  new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(fullSeconds)]])

/** The same for results that persons enter. */
export const resultQuotaReached = (): ProtocolError => walletQuotaReached('Too many results were entered.')
