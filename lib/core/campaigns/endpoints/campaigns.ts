import { z } from 'zod'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { refuseMade, withoutMade } from '../../engine/endpoints/entered-text'
import { preferenceApplied, prefers } from '../../engine/endpoints/preferences'
import type { RequestContext } from '../../engine/endpoints/request-context'
import {
  ignoredHeader,
  namesOf,
  refuseUnknown,
  toldNames,
  unknownInWallet,
  unknownMembers,
} from '../../engine/sessions/ignored-members'
import { requireOwnAlias } from '../../engine/sessions/list-alias'
import { keptName, zName } from '../../engine/sessions/run-options'
import { startedByOf } from '../../engine/sessions/z-session'
import { headerValue } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { campaignId, toCampaignId, toSessionId } from '../../shared/ports/ids'
import type { Campaign, Session } from '../../shared/ports/store-types'
import { toBase64url } from '../../shared/values/base64url'
import { type BuiltInCampaign, builtInCampaign, builtInCampaigns } from '../built-in'
import { editionOfCampaign, offerOf, presetsFor } from '../campaign-offer'
import { foldProgress, readProgress } from '../campaign-progress'
import { storedTrust } from '../campaign-trust'
import { campaignView } from '../campaign-view'
import { refuseMembersOfSessions } from '../members-of-sessions'
import { countsOperatorOnly } from '../official-cases/wallet-coverage'
import { everyPreset, isPossiblePreset, presetById } from '../presets'
import { canRunAt, type Installation, installationOf, missingOfTemplate } from '../presets/preset'
import { readTemplate } from '../transaction-template'
import { zCampaignRequest } from '../z-campaign'
import { readBody, requireCampaign } from './campaign-endpoint'
import { livingWorkbench } from './make-session'

const defaultSilenceSeconds = 60

/** `POST /campaigns`: starts a campaign for a wallet. Each session is made when it is requested, one at a time. */
export const createCampaign = plain(async ({ exchange, ports, settings, asker }) => {
  const asked = readBody(exchange, zCampaignRequest)
  const names = namesOf(asked, exchange)
  refuseMembersOfSessions(asked)
  const ignored = [...unknownMembers(names, zCampaignRequest), ...unknownInWallet(exchange)]
  if (prefers(exchange, 'handling=strict')) refuseUnknown(ignored, zCampaignRequest)
  await refuseMade(asked, ports, ['name'])
  const builtIn = asked.campaign === undefined ? null : builtInCampaign(asked.campaign)
  if ((asked.campaign === undefined) === (asked.presets === undefined))
    throw refusal('Name either a built-in campaign or presets of your own.', '/campaign')
  if (asked.campaign !== undefined && builtIn === null) throw unknownCampaign(builtInCampaigns.map(({ id }) => id))
  const installation = installationOf({ ports, settings })
  const isPossible = (id: string): boolean => isPossiblePreset(id, installation)
  const template = asked.transaction_template === undefined ? undefined : readTemplate(asked.transaction_template)
  const missing = (id: string): string | null => missingOfTemplate(presetById(id) ?? {}, template)
  const offered = builtIn === null ? [] : await presetsOfWallet(builtIn, asked.wallet, { ports, asker })
  const presets = asked.presets ?? offered.filter((id) => isPossible(id) && missing(id) === null)
  if (!presets.every(isPossible)) throw unknownPreset(installation)
  if (new Set(presets).size < presets.length) throw refusal('A campaign may have each preset only once.', '/presets')
  for (const id of presets) refuseMissing(id, missing(id))
  const unled = presets.find((id, place) => !isLed(id, presets.slice(0, place)))
  if (unled !== undefined)
    throw refusal(`The preset ${unled} needs ${presetById(unled)?.follows} before it.`, '/presets')
  await requireOwnAlias(asked.list_alias, { ports, asker })
  const campaign: Campaign = {
    campaignId: campaignId(ports.uuid()),
    builtIn: builtIn?.id ?? null,
    wallet: { name: asked.wallet.name, version: asked.wallet.version },
    presets: [...presets],
    ...(asked.name === undefined ? {} : { name: keptName(withoutMade(asked.name, ports)) }),
    ...(asked.rename_digest === undefined ? {} : { renameDigest: asked.rename_digest }),
    silenceSeconds: asked.silence_seconds ?? builtIn?.silenceSeconds ?? defaultSilenceSeconds,
    ...(template === undefined ? {} : { transactionTemplate: template }),
    ...(asked.auto_approve ? { autoApprove: true } : {}),
    ...(ignored.length === 0 ? {} : { ignoredMembers: toldNames(ignored) }),
    ...storedTrust(asked, { presets, builtIn }, ports.random),
    startedBy: asked.started_by ?? startedByOf(headerValue(exchange, 'user-agent')),
    ...(asked.workbench === undefined ? {} : { workbench: await livingWorkbench(asked.workbench, ports) }),
    byOperator: asker === 'operator',
    createdAt: exchange.at,
  }
  const headers = [...preferenceApplied(exchange, ['handling=strict']), ...ignoredHeader(ignored)]
  return { reply: jsonReply(201, campaignView(foldProgress(campaign, []), settings.baseUrl), headers), campaign }
})

/** The presets of a built-in campaign, with those that it adds for what the newest declaration says of a wallet. */
async function presetsOfWallet(
  builtIn: BuiltInCampaign,
  { name, version }: Campaign['wallet'],
  { ports, asker }: Pick<RequestContext, 'ports' | 'asker'>,
): Promise<readonly string[]> {
  if (builtIn.ifDeclared === undefined) return builtIn.presets
  const query = { wallet: { name, version }, operatorOnly: countsOperatorOnly(asker), max: 1 }
  const [declaration] = await ports.store.declarations(query)
  return presetsFor(builtIn, declaration?.items ?? {})
}

/** Throws `invalid_request` for a preset in the tester's own list that lacks a part of the template. */
function refuseMissing(id: string, member: string | null): void {
  if (member === null) return
  const pointer = `/${member.replace('.', '/')}`
  throw refusal(`The preset ${id} needs the member ${member}: a transaction of a type that the wallet knows.`, pointer)
}

/** Whether the credential that a preset asks back is issued before. */
function isLed(id: string, before: readonly string[]): boolean {
  const follows = presetById(id)?.follows
  return follows === undefined || before.includes(follows)
}

const unknownPreset = (installation: Installation): ProtocolError =>
  new ProtocolError(
    'invalid_request',
    'The member presets: each must be one of the ids that GET /presets.json lists.',
    {
      pointer: '/presets',
      legal_values: everyPreset.filter((preset) => canRunAt(preset, installation)).map(({ id }) => id),
    },
  )

const refusal = (description: string, pointer: string): ProtocolError =>
  new ProtocolError('invalid_request', description, { pointer })

/** `GET /campaigns`: the built-in campaigns. */
export const listCampaigns = plain(async (context) => {
  const installation = installationOf(context)
  return {
    reply: jsonReply(200, {
      campaigns: builtInCampaigns.map((one) => {
        const { id, title, about, before, silenceSeconds, presets } = one
        const edition = editionOfCampaign(one)
        const { cases, byPerson, minutes } = offerOf(one, installation, edition)
        return {
          id,
          title,
          about,
          before: before ?? null,
          silence_seconds: silenceSeconds,
          presets,
          cases: cases.length,
          by_person: byPerson.length,
          edition: edition.facts.id,
          minutes,
        }
      }),
    }),
  }
})

const unknownCampaign = (legal: readonly string[]) =>
  new ProtocolError('invalid_request', `The member campaign must be one of ${legal.join(', ')}.`, {
    pointer: '/campaign',
    legal_values: legal,
  })

/** `GET /campaigns/{campaignId}`: a campaign and the result of each session. Creates no session. */
export const getCampaign = plain(async (context) => {
  const progress = await readProgress(await requireCampaign(context), context)
  return { reply: jsonReply(200, campaignView(progress, context.settings.baseUrl)) }
})

/** Body of `POST /names`. */
export const zNameRequest = z
  .looseObject({
    run: z.uuid().meta({ description: 'Id of a session of either kind, or of a campaign.' }),
    name: zName('Its new name.'),
    secret: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The secret whose SHA-256 is rename_digest. The operator token works too.' }),
  })
  .meta({ id: 'NameRequest' })

/** Maximum number of renames per session; each is an event of its record. */
const changesMax = 50

/**
 * `POST /names`: renames a session or a campaign. Throws `session_not_found` for an unknown id, `not_your_run` for
 * anybody but its tester and the operator, and `too_many_requests` after too many changes.
 */
export const changeName = plain(async (context): Promise<PlainAnswer> => {
  const asked = readBody(context.exchange, zNameRequest)
  const name = keptName(withoutMade(asked.name, context.ports))
  const run = await runOf(asked.run, context)
  requireRight('sessionId' in run ? run.options.rename_digest : run.renameDigest, asked.secret, context)
  const reply = jsonReply(200, { run: asked.run, name })
  if (!('sessionId' in run)) {
    if (run.name === name) return { reply }
    return { reply, effects: [{ type: 'name', campaignId: run.campaignId, name }] }
  }
  const { sessionId } = run
  const given = (await context.ports.store.events(sessionId)).filter(({ type }) => type === 'session_named')
  if ((given.at(-1)?.detail.name ?? run.options.name) === name) return { reply }
  if (given.length >= changesMax)
    throw new ProtocolError('too_many_requests', `The name of a session can be changed ${changesMax} times.`)
  return { reply, sessionId, events: [{ type: 'session_named', detail: { name } }] }
})

async function runOf(id: string, { ports }: RequestContext): Promise<Session | Campaign> {
  const [sessionId, campaignId] = [toSessionId(id), toCampaignId(id)]
  const session = sessionId && (await ports.store.session(sessionId))
  const found = session ?? (campaignId && (await ports.store.campaign(campaignId)))
  if (!found) throw new ProtocolError('session_not_found', 'No session and no campaign has this id, or it was deleted.')
  return found
}

function requireRight(digest: string | undefined, secret: string | undefined, { asker, ports }: RequestContext): void {
  if (asker === 'operator') return
  if (digest !== undefined && secret !== undefined && toBase64url(ports.sha256(secret)) === digest) return
  throw new ProtocolError(
    'not_your_run',
    'Only the browser that started this run, or whoever holds the operator token, can change its name.',
  )
}
