import { z } from 'zod'
import { findingStatuses, levels } from '../../shared/ports/finding'
import type { Json, JsonObject } from '../../shared/values/json'
import { actors, profiles, rules } from '../checks/check'
import { zIgnoredMembers } from '../sessions/ignored-members'
import { shownPlace } from '../sessions/z-session'
import { outcomeIds } from './outcomes'

/**
 * A schema of the interface as a type for the code that builds it: exactly the named members, readonly. (The interface
 * allows further ones, so that clients tolerate additions.)
 */
export type ViewOf<Schema extends z.ZodType> = Named<z.infer<Schema>>

type Named<Value> = {
  readonly [Name in keyof Value as string extends Name ? never : Name]: Unchanged<Value[Name]>
}

/** A member of any JSON type keeps its type. */
type Unchanged<Value> = [Json] extends [Value] ? Value : Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** Why a session failed, and what to do next, in a read-back. */
const zCause = z
  .object({
    check: z.string().meta({ description: 'The check whose finding explains it.' }),
    reason: z.string().nullable().meta({
      description: 'The reason of that check, by its permanent name in /checks.json; null where it has none.',
    }),
    refused_by: z.string().nullable().meta({
      description:
        'The check that refused the request, where it is another one: it fails because of this one. Its error code is that of the response.',
    }),
    acts: z.enum(actors).meta({
      description:
        'Who can change it: the wallet, the issuer of the credential, the tester by the request or options of the session, or the operator by settings of this service.',
    }),
    rule: z.enum([...rules, 'tester']).meta({
      description:
        'Whether a specification has the rule, or only this service, see /checks/house, or the tester of the session.',
    }),
    clause: z.object({ id: z.string(), spec: z.string(), section: z.string(), url: z.string() }).nullable().meta({
      description:
        'The clause that has the rule; null for what only the tester expects, and for a check that this version no longer has.',
    }),
    exchange_id: z.uuid().nullable(),
    headline: z.string().meta({
      description: 'What was wrong in few words: the sentence without the value that came.',
    }),
    sentence: z
      .string()
      .meta({ description: 'What was wrong, as a sentence: the diagnosed cause where one is known.' }),
    fix: z.string().nullable().meta({ description: 'What to change, for the one who acts.' }),
  })
  .meta({
    'x-extension': true,
    description:
      'The failure that is told first on every page and in every report: of the first request that was refused, otherwise of the first failure, the finding that explains it. Null without one.',
  })

/** Kinds of values that a session gives a wallet, whose life decides what it can do next. */
export const survivorKinds = [
  'offer',
  'request_uri',
  'code',
  'access_token',
  'refresh_token',
  'c_nonce',
  'transaction',
  'notification_id',
  'presentation_request',
] as const

/** How such a value ended. */
export const survivorEnds = ['used', 'expired', 'revoked', 'refused_use'] as const

const zSurvivor = z.object({
  kind: z.enum(survivorKinds),
  lives: z.boolean(),
  until: z.iso.datetime().nullable().meta({ description: 'Until when it lives; null for one that ended.' }),
  ended: z.enum(survivorEnds).nullable().meta({
    description:
      'How it ended. refused_use: a refused request used it up. Null for one that lives, and for one that this issuer did not give.',
  }),
  ended_at: z.iso.datetime().nullable().meta({ description: 'When it ended.' }),
  by: z.uuid().nullable().meta({ description: 'The exchange that ended it, where one did.' }),
})

/** What to do after a refusal, by what is still valid. */
const zNextStep = z
  .object({
    do: z.string().meta({ description: 'What to do next, as a sentence.' }),
    because: z.string().meta({ description: 'What is still valid and what is used up, in sentences.' }),
    operation: z.string().nullable().meta({
      description:
        'The operation with which the wallet goes on in this session, e.g. requestToken. Null where only a new session helps.',
    }),
    survives: z.array(zSurvivor).meta({
      description:
        'What the session gave the wallet and what became of it, from storage at the time of reading. The values of the refused request come first.',
    }),
  })
  .meta({
    'x-extension': true,
    description: 'What to do after the last request was refused. Null while nothing is refused.',
  })

/** The tests that may follow one that passed. */
export const nextTests = ['ask_back', 'other_format', 'smoke', 'campaign'] as const

/** What the one who tests does next. */
const zNextForYou = z
  .object({
    id: z.enum(['begin', 'go_on', 'fix', 'recovered', 'accepted', 'warning', 'tell', 'again', 'test']).meta({
      description:
        'What is to be done. begin: no wallet came yet. go_on: the flow is under way. fix: correct what failed. recovered: it failed, and a later request went through. accepted: it failed a rule that refuses nothing. warning: look at the first warning. tell: report what the wallet shows. again: start anew. test: go on with the next useful test.',
    }),
    do: z.string().min(1).meta({ description: 'As sentences, for the developer of the wallet. Never empty.' }),
    check: z.string().nullable().meta({ description: 'The check that it is about; null for none.' }),
    exchange_id: z.uuid().nullable().meta({ description: 'The exchange that it is about; null for none.' }),
    test: z.enum(nextTests).nullable().meta({
      description:
        'The next test. ask_back: have the credential presented. other_format: ask for the other credential format. smoke: the Smoke campaign. campaign: the next step of this campaign.',
    }),
  })
  .meta({
    'x-extension': true,
    description: 'What the developer of the wallet does next, whatever the session came to.',
  })

export type SessionCause = ViewOf<typeof zCause>

export type NextForYou = ViewOf<typeof zNextForYou>

export type NextStep = Omit<ViewOf<typeof zNextStep>, 'survives'> & { readonly survives: readonly SurvivorView[] }

/** A value of a session in a read-back. */
export type SurvivorView = ViewOf<typeof zSurvivor>

const zAnswer = z.object({ error: z.string().nullable(), description: z.string().nullable() }).meta({
  description:
    'The error response that ended the session: code and description, each on one line and cut if long. Absent where the session did not end with one.',
})

/** The outcome in a read-back. */
export const zOutcome = z
  .object({
    id: z.enum(outcomeIds),
    sentence: z.string().meta({ description: 'The headline of the session, in a few words.' }),
    detail: z.string().meta({ description: 'What the headline omits; may be empty.' }),
    success: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the session passed, false if it failed, null without a verdict.' }),
    over: z.boolean().meta({
      description:
        'True once nothing that a wallet sends can change the outcome, its verdict or its counts; only what is told of its screen still can. What arrives later is on record, and does not count.',
    }),
    answer: zAnswer.optional(),
  })
  .meta({
    'x-extension': true,
    description: 'What the session came to, the same in every page, list and report.',
  })

/** What a session came to. */
export type SessionOutcome = ViewOf<typeof zOutcome>

/** Description of the `status` of a session, which names a step also where that step was refused. */
export const statusDescription =
  'How far the wallet came, a refused step included: what the session came to is in `outcome`.'

/** A schema with a more precise TypeScript type than the interface describes. */
export const typed = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>

/** Marks our extension members in the OpenAPI document; the requirement allows them. */
export const extension = { 'x-extension': true } as const

/** JSON without further description in the interface. */
const json = typed<Json>(z.unknown())

export const jsonObject = typed<JsonObject>(z.looseObject({}))

/** An event of a session, as each read-back lists it. */
export const zEvent = z.object({ at: z.iso.datetime(), type: z.string(), detail: jsonObject }).meta({ id: 'Event' })

/** How much of a session is on record, if a read-back cannot contain all of it. */
export const zRecorded = z
  .object({
    exchanges: z.int().nonnegative(),
    exchanges_without_content: z.int().nonnegative().meta({
      description: 'Stored without header fields, parameters and bodies, because the session had reached its limit.',
    }),
    next: z.url().nullable().meta({ description: 'The read-back with the exchanges that follow these.' }),
    events_left_out: z.int().nonnegative(),
    findings_left_out: z.int().nonnegative(),
    inferred_left_out: z
      .int()
      .nonnegative()
      .meta({ description: 'Requests of the same client that name no session, beyond the first that are listed.' }),
  })
  .meta({
    'x-extension': true,
    description: 'What is on record; the read-back itself is at most 2 MB. Summary and verdict count all findings.',
  })

/** A record of the ledger, `GET /oid4vci/requests`: exactly these ten members. */
export const zLedgerRecord = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    method: z.string(),
    path: z.string(),
    session_id: z.string().nullable(),
    issuer_configuration_id: z.string().nullable(),
    headers: jsonObject,
    query: json,
    body: json.meta({
      description:
        'With the member content_omitted the content was not kept: it names the setting that bounds what is stored, ADDRESS_MIB_PER_DAY or DISK_FLOOR_MIB, and lengths gives the bytes as they came.',
    }),
    response: z.object({ status: z.int().nullable(), content_type: z.string().nullable() }),
  })
  .meta({ id: 'RequestCaptureRecord' })

/** An exchange inside a session: the members of the ledger and more detail. */
export const zExchange = z
  .looseObject({
    ...zLedgerRecord.shape,
    response: z.object({
      status: z.int().nullable(),
      content_type: z.string().nullable(),
      headers: jsonObject,
      body: json,
    }),
    origin: z.enum(['wallet', 'user_agent', 'internal', 'operator']),
    correlation: z.enum(['exact', 'inferred']),
    operation: z.string().nullable().meta({ description: 'Null for a request that reached no endpoint.' }),
    duration_ms: z.number(),
    decoded: z.array(jsonObject),
    content_omitted: z.literal(true).optional().meta({
      description:
        'Header fields, parameters, bodies and tokens are left out: the session has very many exchanges, or storage was short when the request came, which its body then says.',
    }),
    after_end: z.literal(true).optional().meta({
      description: 'The request came after the end of the session, or of its flow: its findings do not count.',
    }),
    carrier: z.enum(['browser', 'emulated']).optional().meta({
      description: 'What called for the page of a presentation: a browser on our page, or a program that plays one.',
    }),
    checks: z.array(z.string()).meta({ description: 'Ids of the checks that judged this exchange.' }),
  })
  .meta({ id: 'SessionExchange' })

/** Distinguishes a session that no wallet ever contacted from one that failed. */
export const zContact = z
  .object({
    reached: z.boolean(),
    first_request_at: z.iso.datetime().nullable(),
    what_to_check: z
      .array(z.string())
      .meta({ description: 'One sentence each, the likeliest reason first; empty once a wallet has come.' }),
  })
  .meta({ ...extension, description: 'Whether a wallet has sent anything, and what to check if none has.' })

/** What every read-back of a session contains, whatever its kind. */
export const zSessionEvidence = {
  outcome: typed<SessionOutcome>(zOutcome),
  cause: typed<SessionCause | null>(zCause.nullable().meta(extension)),
  next_step: typed<NextStep | null>(zNextStep.nullable().meta(extension)),
  next_for_you: typed<NextForYou>(zNextForYou),
  events: z.array(zEvent),
  recorded: zRecorded,
  contact: typed<ViewOf<typeof zContact>>(zContact),
  options: jsonObject.meta(extension),
  exchanges: z.array(typed<ViewOf<typeof zExchange>>(zExchange)).meta(extension),
  raw: jsonObject.meta(extension),
  name: z
    .string()
    .nullable()
    .meta({ ...extension, description: 'The tester’s name for the session; null without one.' }),
  ignored_members: zIgnoredMembers.optional().meta(extension),
  ...shownPlace,
  created_at: z.iso.datetime().meta(extension),
  expires_at: z.iso.datetime().meta(extension),
  open_until: z.iso
    .datetime()
    .nullable()
    .meta({
      ...extension,
      description:
        'Until when, as things stand, requests still count in the outcome; null once that is over. An issuance stays open until its offer and its access tokens have expired, also after a credential was issued.',
    }),
} as const

const zLevel = z.enum(levels)

const zProfile = z.enum(profiles)

const zStatus = z.enum(findingStatuses)

const zVerdict = z.enum(['pass', 'fail', 'incomplete'])

const zSubject = z.object({ query_id: z.string(), index: z.int() }).meta({
  description: 'The presented credential that the check looked at.',
})

const zCaseIds = z.array(z.string()).meta({
  description:
    'Official cases that this finding helps to decide, of the edition in fcaf_edition; GET /coverage with edition names the session that decides a case of another. A case that one preset decides is named only in a session that has every member of that preset.',
})

export const zCasesEdition = z.string().meta({
  description: 'The edition of the official cases in fcaf, as GET /fcaf.json has it; absent where none are named.',
})

/** The finding of one check: about one exchange, one credential in it, or the whole session. */
export const zFinding = z
  .object({
    id: z.string(),
    title: z.string(),
    spec: z.string(),
    clause: z.string(),
    profile: zProfile,
    level: zLevel,
    status: zStatus,
    softened: z.enum(['inferred', 'unclaimed', 'after_end']).optional().meta({
      description:
        'Why a broken rule is told as a warning. after_end: it came after the session was over, and does not count.',
    }),
    at: z.iso.datetime().nullable(),
    exchange_id: z.uuid().nullable(),
    correlation: z.enum(['exact', 'inferred']),
    expected: z.unknown(),
    actual: z.unknown(),
    reason: z.string().optional().meta({
      description: 'In which way the rule is broken: a permanent name of /checks.json, e.g. vci.dpop.htu#broken.',
    }),
    draft: z.string().optional().meta({ description: 'The draft that does so.' }),
    removed: z.literal(true).optional().meta({
      description: 'Set where the message has a member that the specification took out.',
    }),
    cause: z.string().optional().meta({
      description:
        'Why the rule is broken, where that is known: the form of a draft, a unit, a clock, another session. A statement without its full stop.',
    }),
    acts: z.enum(['issuer', 'tester', 'operator']).optional().meta({
      description:
        'Who can change it, where that is not the wallet: the issuer of the credential, the tester by the request or options of the session, or the operator by settings of this service.',
    }),
    rule: z.enum(['house', 'tester']).optional().meta({
      description:
        'Set for a rule that no specification has. house: of this service, see /checks/house; it fails no MUST. tester: what the tester of the session expects; it has no clause, and decides no official case.',
    }),
    hint: z.string().nullable(),
    rejected: z.boolean().meta({ description: 'True for the finding that decided the response.' }),
    error: z.string().nullable(),
    effect: z.enum(['reject', 'record']).meta({
      description: 'What breaking the rule does to the response in this session: refuses it, or is only on record.',
    }),
    verified_by: z.string().nullable().meta({
      description:
        'The condition that asks the same in the OpenID Foundation’s conformance suite, as oidf:<name>; null for none.',
    }),
    occurrence: z.int(),
    fcaf: zCaseIds,
    left_out: z.int().optional().meta({ description: 'Findings of this check that are not listed.' }),
    subject: zSubject.optional(),
  })
  .partial()
  .required({ id: true, status: true, level: true })
  .meta({ id: 'Finding' })

const zLevelCounts = z.object({ pass: z.int(), fail: z.int(), not_observed: z.int() })

const zProfileCounts = z.object({ pass: z.int(), fail: z.int(), warn: z.int(), verdict: zVerdict })

/** Which drafts a wallet implements, and what to change first. */
export const zDrafts = z
  .object({
    line: z.string().meta({ description: 'The drafts, and what to change first, for people.' }),
    signs: z
      .array(
        z.object({
          check: z.string().meta({ description: 'The check whose finding shows it.' }),
          draft: z.string(),
          change: z.string().meta({ description: 'What the wallet should do.' }),
        }),
      )
      .meta({ description: 'What to change, the most important first.' }),
  })
  .meta({
    id: 'Drafts',
    examples: [
      {
        line: 'This wallet seems to implement OpenID4VP up to draft 24. Change first: Leave apu and apv out of the encrypted response.',
        signs: [
          {
            check: 'vp.jwe.apu_apv',
            draft: 'OpenID4VP up to draft 24',
            change: 'Leave apu and apv out of the encrypted response.',
          },
        ],
      },
    ],
  })

/** Counts and verdicts of a session. */
export const zSummary = z
  .object({
    must: zLevelCounts,
    should: zLevelCounts,
    counts: z.object({ pass: z.int(), fail: z.int(), warn: z.int(), not_observed: z.int(), not_applicable: z.int() }),
    by_profile: z.object({
      base: zProfileCounts,
      haip: zProfileCounts,
      pid: zProfileCounts,
      eu: zProfileCounts.optional(),
    }),
    verdict: zVerdict,
    reason: z.string().nullable().meta({ description: 'Why a finished session did not pass.' }),
    mixed_traffic: z.boolean(),
    drafts: zDrafts
      .nullable()
      .meta({ description: 'The drafts that the wallet speaks; null where nothing of a draft was seen.' }),
  })
  .partial()
  .required({ verdict: true })
  .meta({ id: 'Summary' })

/** A check in a report: its worst finding. */
export const zReportedCheck = z
  .object({
    id: z.string(),
    group: z.string(),
    title: z.string(),
    level: zLevel,
    profile: zProfile,
    status: zStatus,
    clause: z.object({ spec: z.string(), section: z.string(), url: z.url() }),
    expected: z.unknown(),
    actual: z.unknown(),
    hint: z.string().nullable(),
    acts: z.enum(actors).meta({ description: 'Who is to change what failed.' }),
    reason: z.string().optional().meta({
      description: 'The reason of the check, by its permanent name in /checks.json; absent where it has none.',
    }),
    problem: z.string().nullable(),
    at: z.iso.datetime().nullable(),
    exchange_id: z.uuid().nullable(),
    subject: zSubject.nullable(),
    fcaf: zCaseIds,
  })
  .partial()
  .required({ id: true, status: true })
  .meta({ id: 'ReportedCheck' })
