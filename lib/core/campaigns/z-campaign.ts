import { z } from 'zod'
import { actors } from '../engine/checks/check'
import { zReporter } from '../engine/endpoints/refusal-report'
import { jsonObject, zOutcome } from '../engine/evidence/z-session-view'
import { zIgnoredMembers } from '../engine/sessions/ignored-members'
import { zListAlias } from '../engine/sessions/list-alias'
import { askedName, zName } from '../engine/sessions/run-options'
import { trustFrameworks } from '../engine/sessions/trust-options'
import { askedPlace } from '../engine/sessions/z-session'
import { levels } from '../shared/ports/finding'
import { reporters } from '../shared/ports/reporter'
import { walletPolicies } from '../verifier/read/session/trust-options'
import { personAnswers } from './person-answers'
import { templateBytesMax, zTransactionTemplate } from './transaction-template'

const zVerdict = z.enum(['pass', 'fail', 'incomplete'])
/** The wallet under test, as the tester calls it. */
const zWallet = z.object({ name: z.string(), version: z.string() })

/** Request body of `POST /campaigns`. */
export const zCampaignRequest = z
  .looseObject({
    wallet: z.object({ name: zName('Your name for the wallet.'), version: zName('Its version.') }),
    campaign: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Id of a built-in campaign: GET /campaigns lists them.' }),
    presets: z
      .array(z.string().max(200))
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Ids of presets in the order to run them, each once, instead of a built-in campaign.' }),
    ...askedName,
    started_by: askedPlace.started_by.meta({
      description:
        'What starts the campaign, at most 40 characters, e.g. CI #1182. By default the name of the program that asks.',
    }),
    workbench: askedPlace.workbench.meta({
      description:
        'Id of a workbench: its list takes the sessions of the campaign, and its code leads to the one that waits, where that is sent by reference.',
    }),
    silence_seconds: z.int().min(5).max(600).optional().meta({
      description:
        'Seconds of silence that end a session in which the wallet must refuse. The default is that of the built-in campaign, or 60.',
    }),
    auto_approve: z.boolean().default(false).meta({
      description:
        'True says that a driver approves whatever the wallet asks its user. Then silence is a refusal where the wallet fetched the request, the wait passed, and it responded validly to another session of the campaign at most 30 minutes away: asking for the next session counts it.',
    }),
    transaction_template: zTransactionTemplate.optional().meta({
      description: `A transaction of a type that the wallet knows, at most ${templateBytesMax} bytes: sessions about transaction data ask for it. Without it those that make one wrong are not run.`,
    }),
    trust_framework: z.enum(trustFrameworks).optional().meta({
      description:
        'eu: its presentations are sent under the European trust framework, but for presets that need another. test_root by default, and eu where every preset needs it.',
    }),
    wallet_policy: z.enum(walletPolicies).optional().meta({
      description: 'As in a session, for every presentation under the framework eu. warn by default.',
    }),
    list_alias: zListAlias.optional().meta({
      description:
        'As in a session, for every session under the framework eu: the wallet reads its lists at /trust/a/{alias}/lists/. A campaign of lists makes one if none is named.',
    }),
  })
  .meta({ id: 'CampaignRequest' })

/** Request body of `POST /campaigns/{campaignId}/answer`. */
export const zCampaignAnswer = z
  .looseObject({
    session_id: z.uuid(),
    shown: z.enum(personAnswers).meta({
      description:
        'What the wallet showed: error, went_on if it carried on, warned if it first warned of the verifier and asked, which a test of trust takes where the wallet may go on then, nothing if nobody can tell. This ends the session.',
    }),
    by: zReporter,
  })
  .meta({ id: 'CampaignAnswer' })

/** Request body of `POST /campaigns/{campaignId}/again`. */
export const zCampaignAgain = z.looseObject({ preset: z.string().max(200) }).meta({ id: 'CampaignAgain' })

export const zBroken = z
  .object({
    id: z.string(),
    title: z.string(),
    level: z.enum(levels),
    clause: z.object({ spec: z.string(), section: z.string(), url: z.url() }),
    problem: z.string(),
    hint: z.string().nullable(),
    acts: z.enum(actors).meta({ description: 'Who is to change it: `issuer` is that of the presented credential.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Public name of the reason, e.g. `vci.token.params_in_body#instead`.' }),
  })
  .meta({ id: 'BrokenRule' })

const zStepSession = z.object({
  session_id: z.uuid(),
  inspector_url: z.url(),
  session_url: z.url(),
  report_url: z.url(),
})

const zStep = z
  .object({
    number: z.int(),
    preset: z.string(),
    title: z.string(),
    kind: z.enum(['issuance', 'presentation']).nullable(),
    expects: z.enum(['answer', 'refusal', 'report']).nullable(),
    warning_enough: z.boolean().meta({
      description: 'A wallet may also warn its user and ask, if its provider decided so.',
    }),
    person: z.string().nullable(),
    state: z.enum(['not_started', 'open', 'silent', 'decided', 'lapsed']).meta({
      description:
        'silent: the wallet should have refused and said nothing, so what it showed may be reported. lapsed: no wallet came in time.',
    }),
    verdict: zVerdict.nullable(),
    outcome: zOutcome
      .nullable()
      .meta({ description: 'As in the session; null while it is open, and where no wallet came.' }),
    reason: z.string().nullable().meta({ description: 'Why there is no verdict, in a sentence.' }),
    answers: z.array(z.enum(personAnswers)).meta({
      description:
        'What may still be told of the session, as shown in POST /campaigns/{campaignId}/answer; empty once there is nothing left to tell.',
    }),
    told: z
      .enum(personAnswers)
      .nullable()
      .meta({ description: 'What was told last of what the wallet showed; null for nothing.' }),
    told_by: z.enum(reporters).nullable().meta({
      description:
        'Who told it: a person who looked, or the driver, a program; null for nothing, and where it is not recorded.',
    }),
    counts: z
      .object({ pass: z.int(), fail: z.int(), warn: z.int(), not_observed: z.int(), not_applicable: z.int() })
      .nullable(),
    duration_ms: z.number().nullable().meta({
      description: 'From the creation of the session to the end of its last exchange; null like outcome.',
    }),
    broken: z.array(zBroken).meta({ description: 'Rules that the wallet broke, musts first.' }),
    request_problems: z.array(jsonObject).meta({
      description: 'Problems of the request of the session itself, as in its read-back; empty for an issuance.',
    }),
    session: zStepSession.nullable().meta({ description: 'The newest session: the one that counts.' }),
    earlier: z.array(zStepSession).meta({ description: 'Earlier sessions of the same preset, oldest first.' }),
  })
  .meta({ id: 'CampaignStep' })

const zCounts = z.object({
  steps: z.int(),
  done: z.int(),
  passed: z.int(),
  failed: z.int(),
  incomplete: z.int(),
  questions: z.int().meta({
    description: 'Sessions that ended, and of which nobody has told yet what the wallet showed.',
  }),
  told_by_person: z.int().meta({ description: 'Sessions of which a person told last what the wallet showed.' }),
  told_by_driver: z.int().meta({ description: 'Those of which the driver did, a program that ran the wallet.' }),
  told_unrecorded: z.int().meta({ description: 'Those of which it was told before it was recorded by whom.' }),
})

/** Members of every response about a campaign. */
const campaignHead = {
  campaign_id: z.uuid(),
  campaign: z.string().nullable().meta({ description: 'Id of the built-in campaign; null for presets of your own.' }),
  title: z.string(),
  name: z.string().nullable().meta({ description: 'The tester’s name for the campaign; null without one.' }),
  wallet: zWallet,
  silence_seconds: z.int(),
  auto_approve: z
    .literal(true)
    .optional()
    .meta({ description: 'A driver approves whatever the wallet asks its user; absent where nobody said so.' }),
  transaction_template: zTransactionTemplate.optional(),
  workbench: z
    .object({ mark: z.string().meta({ description: 'Four characters by which evidence names the workbench.' }) })
    .optional()
    .meta({ description: 'The workbench whose list its sessions join; absent outside of one.' }),
  trust_framework: z
    .literal('eu')
    .optional()
    .meta({ description: 'What its presentations are sent under; absent for the test root.' }),
  wallet_policy: z.enum(walletPolicies).optional(),
  lists: z
    .object({
      alias: z.string(),
      base: z.url().meta({ description: 'Below it are the lists that the wallet reads: {list}.jwt.' }),
      operator_url: z.url().meta({ description: 'The certificate of who signs them, as PEM.' }),
    })
    .optional()
    .meta({ description: 'The lasting address of lists of its sessions; absent without list_alias.' }),
  ignored_members: zIgnoredMembers.optional(),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: 'Only where there is one: members of the request that were ignored.' }),
  before: z.string().nullable().meta({ description: 'What the wallet must be set to before the campaign starts.' }),
  stopped: z.object({ preset: z.string(), number: z.int(), sentence: z.string() }).nullable().meta({
    description:
      'The session that stopped the campaign: nothing was wrong in it and the wallet did not pass it, so the others would show nothing. Trying it again goes on.',
  }),
  created_at: z.iso.datetime(),
  status: z.enum(['not_started', 'running', 'finished']),
  verdict: zVerdict,
  counts: zCounts,
} as const

const addresses = { page_url: z.url(), campaign_url: z.url(), next_url: z.url(), report_url: z.url() } as const

/** `POST /campaigns`, and `GET /campaigns/{campaignId}`. */
export const zCampaign = z.object({ ...campaignHead, ...addresses, steps: z.array(zStep) }).meta({ id: 'Campaign' })

/** `GET /campaigns/{campaignId}/report` as JSON. */
export const zCampaignReport = z
  .object({
    report_version: z.literal(1),
    kind: z.literal('campaign'),
    service: z.object({ version: z.string() }),
    catalogue: z.object({ version: z.string(), checks: z.int() }),
    broken: z.array(zBroken.extend({ presets: z.array(z.string()) })).meta({
      description: 'The rules that the wallet broke and the presets in which it did; what to fix first is at the top.',
    }),
    campaign: zCampaign,
  })
  .meta({ id: 'CampaignReport' })

const zExpected = z.object({
  line: z.int(),
  preset: z.string(),
  rule: z.string().meta({ description: 'Id of a check, or no_verdict.' }),
})

const zFailure = zBroken.extend({ preset: z.string(), inspector_url: z.url().nullable() })

/** `POST /campaigns/{campaignId}/report`. */
export const zCampaignOutcome = z
  .object({
    exit_code: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(4)]).meta({
      description:
        'For a program: 0 as expected, 1 a new failure, 3 a session without a verdict, 4 an expected failure that passes, with strict.',
    }),
    outcome: z.string().meta({ description: 'The same as a sentence.' }),
    unexpected_failures: z.array(zFailure),
    unexpected_passes: z.array(zExpected).meta({ description: 'Lines that expect what passes now.' }),
    without_verdict: z.array(z.object({ preset: z.string(), reason: z.string(), inspector_url: z.url().nullable() })),
    expected_failures: z.array(zFailure),
    not_seen: z.array(zExpected).meta({ description: 'Lines that no session confirms or contradicts.' }),
  })
  .meta({ id: 'CampaignOutcome' })

/** `GET /campaigns/{campaignId}/next`. */
export const zNextSession = z
  .object({
    campaign_id: z.uuid(),
    status: z.enum(['running', 'finished']),
    verdict: zVerdict,
    counts: zCounts,
    session: z
      .object({
        ...zStepSession.shape,
        number: z.int(),
        preset: z.string(),
        title: z.string(),
        kind: z.enum(['issuance', 'presentation']),
        expects: z.enum(['answer', 'refusal', 'report']),
        warning_enough: z.boolean(),
        person: z.string().nullable(),
        answers: z.array(z.enum(personAnswers)).meta({ description: 'What may be told of it.' }),
        deeplink: z.string().nullable().meta({ description: 'Null once its code was used.' }),
        tx_code: z.string().nullable().meta({ description: 'What the user has to type; null without a code.' }),
        expires_at: z.iso.datetime().meta({ description: 'When the session ends if the wallet does not finish it.' }),
        silence_ends_at: z.iso.datetime().nullable().meta({
          description:
            'When silence ends the session: known once a wallet that should refuse was seen, and later with each request that repeats the deviation.',
        }),
      })
      .nullable()
      .meta({ description: 'The session that waits for the wallet; null when the campaign is finished.' }),
    ...addresses,
  })
  .meta({ id: 'CampaignNext' })

/** One entry of `GET /campaigns`. */
export const zBuiltInCampaign = z
  .object({
    id: z.string(),
    title: z.string(),
    about: z.string(),
    before: z.string().nullable(),
    silence_seconds: z.int(),
    presets: z.array(z.string()),
    cases: z.int().meta({
      description:
        'How many official cases its sessions can decide at this installation, if its tester has what they need, such as a transaction.',
    }),
    by_person: z
      .int()
      .meta({ description: 'How many official cases a person decides in it; none of these is in cases.' }),
    edition: z.string().meta({ description: 'Id of the edition of these cases.' }),
    minutes: z.int().meta({
      description:
        'How long it takes by hand: 0.6 for a scan, and the wait for six of ten sessions in which the wallet should refuse.',
    }),
  })
  .meta({ id: 'BuiltInCampaign' })

export type CampaignView = z.infer<typeof zCampaign>
export type CampaignStepView = z.infer<typeof zStep>
export type NextSessionView = z.infer<typeof zNextSession>
