import { z } from 'zod'
import { displayable } from '../../engine/sessions/z-session'
import { findingStatuses } from '../../shared/ports/finding'
import { reporters } from '../../shared/ports/reporter'
import { enterableResults } from '../../shared/ports/store-types'
import { declaredItems, type ItemName, itemNames } from './declared-items'
import { caseClasses, caseVerdicts, fits, kins, populations, relevancies, sides } from './official-case'
import { zDraftEdition } from './z-draft'

/** Maximum length of a note, in characters. */
const noteCharactersMax = 1000

/** Maximum length of a tester's name, in characters. */
const testerCharactersMax = 100

/** Names and declared values appear on the first page of a statement, so they must be one clean line. */
const oneLine = 'must be one line, without characters that cannot be shown'

const zName = z.string().trim().min(1).max(100)

export const zFramework = z
  .object({
    name: z.string(),
    repository: z.url(),
    website: z.url(),
    branch: z.string(),
    commit: z.string(),
    date: z.iso.date(),
    status: z.string(),
    licence: z.string(),
    attribution: z.string(),
  })
  .meta({ id: 'OfficialFramework', description: 'The framework, and the state of it that was read.' })

const zSide = z.enum(sides)

const zBaselineSides = z.array(zSide)

const zEdition = z
  .object({
    id: z.string().meta({ description: 'Year and month of its review.' }),
    title: z.string(),
    repository: z.url(),
    branch: z.string(),
    commit: z.string().meta({
      description:
        'Of a partial edition the commit that more of its texts are from than from any other; url of a case has its own.',
    }),
    date: z.iso.date(),
    status: z.string(),
    complete: z.boolean().meta({ description: 'Whether it holds every case of its draft.' }),
    previous: z.string().nullable().meta({ description: 'The edition that it was compared with; null for the first.' }),
    sides: zBaselineSides,
    baselines: zBaselineSides.meta({ description: 'The sides of which the framework lists a baseline.' }),
    table_sha256: z
      .string()
      .meta({ description: 'SHA-256 of the table that says how this service decides each case.' }),
    attribution: z.string(),
  })
  .meta({ id: 'OfficialEdition', description: 'One state of the framework, as it was reviewed.' })

export type EditionView = z.infer<typeof zEdition>

/** What a case has since the second edition. */
const editionShape = {
  side: zSide.meta({ description: 'Whether the wallet presents, or is issued.' }),
  group: z.string().meta({ description: 'The same as area.' }),
  baseline: z.boolean().meta({ description: "In the framework's baseline of its side." }),
  unhappy: z.boolean().meta({ description: 'The framework marks it as one in which something goes wrong.' }),
  references: z.array(z.string()).meta({ description: 'Clauses; empty where the table does not hold them.' }),
  kin: z.enum(kins).nullable().meta({
    description: 'How it follows from cases of the edition before; null in the first.',
  }),
  from: z.array(z.string()).meta({ description: 'Ids of these cases in that edition.' }),
  at: z.string().nullable().meta({ description: 'The member of a message that it is about; null if not told apart.' }),
  fit: z.enum(fits).nullable().meta({
    description: 'exact: its checks ask the same; coarse: this and more; strict: more than the case does.',
  }),
} as const

/** Facts about a case that do not depend on a wallet. */
const caseShape = {
  id: z.string(),
  area: z.string(),
  objective: z.string().meta({ description: 'What the case tests, in our words.' }),
  url: z.url().meta({ description: 'The text of the case in the framework.' }),
  relevancy: z.enum(relevancies),
  class: z.enum(caseClasses).meta({
    description:
      'How the case is decided. credential_content judges the issuer of the PID; manual, gap and out_of_scope are decided by no session.',
  }),
  population: z.enum(populations).nullable().meta({
    description:
      'Whom the case judges: the wallet, who issued the PID by its content, or who issued another credential by its content; null where no session decides it.',
  }),
  conditional: z.boolean().meta({
    description:
      'The case needs something of the wallet besides its sessions, see note; those are preset, alongside and control.',
  }),
  preset: z.string().nullable().meta({
    description:
      'The preset whose session decides it; in a case out of scope, would decide it once a reviewer accepts that.',
  }),
  alongside: z
    .array(z.string())
    .meta({ description: 'More presets whose sessions the case judges: it is passed with all of them.' }),
  control: z
    .string()
    .nullable()
    .meta({ description: 'The preset whose session shows that the wallet was ready for the case; null for none.' }),
  checks: z.array(z.string()).meta({ description: 'Checks that decide it; what the case is about comes first.' }),
  note: z.string().nullable(),
  defect: z.string().nullable().meta({ description: 'What is wrong with the case in the framework.' }),
  review_needed: z.boolean().meta({
    description: 'The framework changed the text of the case, and nobody has judged the new one yet.',
  }),
} as const

const zAppliesIf = z.string().nullable().meta({
  description:
    'What the maker declares of a wallet to which the case applies, in items of POST /coverage/declarations, joined by and: par_request_object is a yes, !mdoc a no, enc_values:A128GCM a list with that value, enc_values=A128GCM one with no other. Null: every wallet.',
})

/** `GET /fcaf.json`. */
export const zOfficialCases = z
  .object({
    framework: zFramework,
    counts: z.object({
      cases: z.int(),
      decidable: z.int(),
      conditional: z.int(),
      manual: z.int(),
      gap: z.int(),
      out_of_scope: z.int(),
      wallet: z.int().meta({ description: 'Of the decidable ones, those that judge the wallet.' }),
      pid_content: z.int().meta({ description: 'Those that judge who issued the PID, by its content.' }),
      credential: z.int().meta({ description: 'Those that judge who issued another credential, by its content.' }),
    }),
    cases: z.array(
      z
        .object({ ...caseShape, channel: z.string(), applies_if: zAppliesIf, ...editionShape })
        .meta({ id: 'OfficialCase' }),
    ),
    edition: zEdition,
    editions: z
      .array(
        zEdition.pick({ id: true, title: true, commit: true, date: true, complete: true }).extend({
          default: z.boolean().meta({ description: 'It answers where no edition is asked for.' }),
          cases: z.int(),
          decidable: z.int(),
        }),
      )
      .meta({ description: 'Every edition, newest first.' }),
    baselines: z
      .object({
        issuance: z.object({ cases: z.int(), decidable: z.int() }),
        presentation: z.object({ cases: z.int(), decidable: z.int() }),
      })
      .meta({ description: 'How many cases of this edition are in the baseline of each side.' }),
    draft: zDraftEdition.optional().meta({ description: 'Only where the edition that was asked for is a draft.' }),
    drafts: z
      .array(
        zEdition
          .pick({ id: true, title: true, commit: true, date: true, complete: true })
          .extend({ cases: z.int(), open: z.int() }),
      )
      .optional()
      .meta({ description: 'Editions whose review is not done, newest first; absent while there is none.' }),
  })
  .meta({ id: 'OfficialCases' })

const zCounts = z
  .object({
    cases: z.int(),
    decidable: z.int().meta({ description: 'Cases that a session can decide.' }),
    conditional: z
      .int()
      .meta({ description: 'Of those, the ones that need something of the wallet besides their sessions.' }),
    passed: z.int(),
    failed: z.int(),
    inconclusive: z.int(),
    not_applicable: z.int(),
    not_run: z.int(),
    manual: z.int().meta({ description: 'Cases that a person decides, whatever was entered.' }),
    out: z.int().meta({ description: 'Cases that this service does not decide: gap and out_of_scope.' }),
    gap: z.int().meta({ description: 'Of those that are out, the ones of class gap.' }),
    out_of_scope: z.int().meta({ description: 'Of those that are out, the ones of class out_of_scope.' }),
    code: z.int().meta({ description: 'Of the passed ones, those with another error code than the case names.' }),
    contradicted: z
      .int()
      .meta({ description: 'Of the failed ones, those of which the framework demands the contrary, and that passed.' }),
  })
  .meta({ id: 'OfficialCaseCounts', description: 'What sessions decided; nothing that was entered.' })

const zHeadline = z
  .object({
    sentence: z.string().meta({ description: 'The numbers in words.' }),
    of: z.int().meta({ description: 'passed, failed, inconclusive and not_run together.' }),
    passed: z.int(),
    failed: z.int(),
    causes: z.int().meta({ description: 'By how many checks the failed ones failed, also across sessions.' }),
    inconclusive: z.int(),
    not_run: z.int(),
    code: z.int().meta({ description: 'Of the passed ones, those with another error code than the case names.' }),
    told: z
      .int()
      .meta({ description: 'Of the passed and failed ones, those that follow from what a person told of a session.' }),
    told_by_driver: z
      .int()
      .meta({ description: 'Those that follow from what a driver told of one, a program that ran the wallet.' }),
    told_unrecorded: z
      .int()
      .meta({ description: 'Those that follow from what was told of one before it was recorded by whom.' }),
    contradicted: z.int().meta({ description: 'Left out: they failed, and a case that demands the contrary passed.' }),
    stricter: z.int().meta({ description: 'Left out: they failed by a check that asks more than they do.' }),
    review_needed: z.int().meta({ description: 'Left out: the framework changed their text.' }),
  })
  .meta({
    id: 'CoverageHeadline',
    description: 'The numbers of the cases that judge the wallet itself, that the framework requires, and that apply.',
  })

const zHeadlines = z.object({ issuance: zHeadline.nullable(), presentation: zHeadline.nullable() })

/** Why a case failed. */
export const causeShape = {
  check: z.string(),
  session_id: z.uuid(),
  exchange_id: z.uuid().nullable(),
  subject: z
    .object({ query_id: z.string(), index: z.int() })
    .nullable()
    .meta({ description: 'The presented credential that it is about; null for none.' }),
} as const

const zSession = z.object({
  session_id: z.uuid(),
  inspector_url: z.url(),
  session_url: z.url(),
  report_url: z.url(),
  created_at: z.iso.datetime(),
})

/** Evidence that a person names for an entered result. */
export const zEvidence = z
  .strictObject({
    session_id: z.uuid().exactOptional(),
    exchange_id: z.uuid().exactOptional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .exactOptional()
      .meta({ description: 'SHA-256 of a file that you keep, in 64 lower-case hexadecimal digits.' }),
    note: z.string().trim().min(1).max(300).exactOptional(),
  })
  .refine((one) => Object.keys(one).length > 0, { error: 'must name a session, an exchange, a SHA-256 or a note' })
  .meta({ id: 'EvidenceReference' })

/** Maximum pieces of evidence per entered result. */
const evidenceMax = 10

/** A result that was entered for a case. */
const zEnteredResult = z
  .object({
    result: z.enum(enterableResults).exclude(['withdrawn']),
    note: z
      .string()
      .meta({ description: 'In the own words of who entered it, without anything that is clearly a secret.' }),
    entered_at: z.iso.datetime(),
    by: z
      .enum(reporters)
      .nullable()
      .meta({ description: 'Who entered it: a person, or a driver, a program; null where that is not recorded.' }),
    tester: z.string().optional().meta({ description: 'Who entered it; absent where nobody is named.' }),
    evidence: z.array(zEvidence).optional().meta({ description: 'What shows it; absent for nothing.' }),
  })
  .meta({ id: 'EnteredResult', description: 'What was entered about a case. No session decided it.' })

/** `POST /coverage/results`. */
export const zResultEntry = z.object({
  wallet: z.object({ name: zName, version: zName }),
  case: z.string().min(1).max(200).meta({
    description:
      'Id of a case of class manual or out_of_scope, as GET /fcaf.json lists it; or of one whose failure leaves no record, because a wallet that does not start sends nothing (WS_AP_IA_Engagement_007a, WS_AP_IA_Engagement_007b and WS_RP_IA_Engagement_002 of 2026-09): failed alone, with the session whose link was opened as evidence.',
  }),
  result: z.enum(enterableResults).meta({ description: 'withdrawn takes back what was entered before.' }),
  note: z.string().trim().max(noteCharactersMax).default('').meta({ description: 'Why, in your own words.' }),
  tester: z
    .string()
    .trim()
    .max(testerCharactersMax)
    .regex(displayable, oneLine)
    .optional()
    .meta({ description: 'Your name.' }),
  evidence: z.array(zEvidence).max(evidenceMax).optional().meta({ description: 'What shows it.' }),
  edition: z.string().min(1).max(40).optional().meta({
    description: 'Id of its edition, or seven digits of the commit; absent: the newest that has the case.',
  }),
  by: z.enum(reporters).default('person').meta({
    description: 'Who found it: a person, for whom this is, or driver for what a program enters by itself.',
  }),
})

/** Response of `POST /coverage/results`. */
export const zResultEntered = z
  .object({
    case: z.string(),
    edition: z.string().meta({ description: 'Id of its edition.' }),
    wallet: z.object({ name: z.string(), version: z.string() }),
    entered: zEnteredResult.nullable(),
  })
  .meta({ id: 'ResultEntered', description: 'What is entered about the case now; null once it is withdrawn.' })

/** A built-in campaign, for a wallet. */
const offered = {
  campaign: z.string(),
  title: z.string(),
  sessions: z.int().meta({
    description:
      'How many sessions it has at this installation; those about a transaction once a campaign of the wallet had one, those for what only some wallets do where that is declared.',
  }),
  minutes: z.int().meta({ description: 'How long it takes by hand.' }),
  undecided: z.int().meta({
    description:
      'How many of its cases judge the wallet, are not run or inconclusive, and may be decided by running it; without those that its sessions left to a session of another campaign, or that a program ran in place of a browser.',
  }),
  start_url: z.url().meta({ description: 'The form that starts it, filled in for this wallet and version.' }),
} as const

const zEnteredCounts = z.object({ passed: z.int(), failed: z.int(), not_applicable: z.int() })

/** What a case came to under another edition. */
const changes = ['same_verdict', 'other_verdict', 'newly_decided', 'needs_run', 'needs_person', 'gone'] as const

const zEditionComparison = z
  .object({
    from: z.string(),
    to: z.string(),
    cases: z.array(
      z.object({
        id: z.string(),
        change: z.enum(changes).meta({
          description:
            'same_verdict, other_verdict: both editions decide it. newly_decided: only the newer does, by a session that exists. needs_run: no session shows it yet. needs_person: what a person entered was for another text. gone: the newer has no such case.',
        }),
        kin: z.enum(kins).nullable(),
        from: z.array(z.string()).meta({ description: 'Ids of the cases that it follows from.' }),
        verdict: z.enum(caseVerdicts).nullable(),
        session_id: z.uuid().nullable().meta({ description: 'The session that decides it.' }),
        verdict_before: z.enum(caseVerdicts).nullable(),
        session_id_before: z.uuid().nullable(),
        preset: z.string().nullable(),
        campaign: z.string().nullable().meta({ description: 'Of needs_run: a built-in campaign with that preset.' }),
        minutes: z.number().nullable().meta({ description: 'Of needs_run: how long its session takes by hand.' }),
        remark: z
          .string()
          .nullable()
          .meta({ description: 'What the two editions contradict each other in, or that the evidence was removed.' }),
      }),
    ),
    splits: z
      .array(
        z.object({
          id: z.string(),
          parts: z.array(z.string()),
          decided: z.int(),
          passed: z.int(),
          failed: z.int(),
        }),
      )
      .meta({
        description:
          'Old cases that the newer edition has as several, and how many of these are decided: the old case keeps its verdict in its own edition.',
      }),
  })
  .meta({
    id: 'EditionComparison',
    description: 'The same sessions under two editions, case by case. Nothing is run for it, and nothing is stored.',
  })

/** `GET /coverage` as JSON. */
export const zCoverage = z
  .object({
    coverage_version: z.literal(1),
    service: z.object({ version: z.string() }),
    catalogue: z.object({ version: z.string(), checks: z.int() }),
    fcaf: zFramework,
    edition: zEdition,
    wallet: z.object({ name: z.string(), version: z.string() }),
    page_url: z.url(),
    campaigns_of: z.enum(['operator', 'anybody']).meta({
      description:
        'Whose campaigns and entered results count: those sent with the operator token, or everybody’s if none is set.',
    }),
    campaigns: z
      .array(z.object({ campaign_id: z.uuid(), page_url: z.url(), created_at: z.iso.datetime() }))
      .meta({ description: 'The campaigns of the wallet, newest first, at most 1000; the sessions of all count.' }),
    campaign_id: z.uuid().nullable().meta({ description: 'The newest of them.' }),
    sessions_left: z.int().meta({
      description:
        'How many of their sessions are not judged yet, at least: after a change of the checks, one request judges 400 anew. There are more where no wallet used the newest sessions of a preset. Ask again until it is 0.',
    }),
    statements: z
      .array(
        z.object({
          id: z.uuid(),
          made_at: z.iso.datetime(),
          manifest_sha256: z.string().meta({ description: 'SHA-256 of manifest.json of the bundle, hexadecimal.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'Statements that were exported as a bundle (GET /coverage/bundle), newest first, at most 20; absent while there is none.',
      }),
    comparison: zEditionComparison.optional().meta({ description: 'Only where compare names another edition.' }),
    headline: zHeadline,
    sides: zHeadlines.meta({ description: 'The same numbers for each side; null for a side that the edition lacks.' }),
    baselines: zHeadlines.meta({
      description: 'The same numbers for the baseline of each side; null where the edition has none.',
    }),
    counts: zCounts,
    by_person: z.object({ cases: z.int(), passed: z.int(), failed: z.int(), not_applicable: z.int() }).meta({
      description: 'Cases that a person decides, and what people entered about them; no other number holds it.',
    }),
    by_driver: zEnteredCounts.meta({
      description: 'The same cases by what drivers entered, programs that ran the wallet.',
    }),
    entered_unrecorded: zEnteredCounts.meta({
      description: 'The same by what was entered before it was recorded by whom.',
    }),
    groups: z
      .array(
        z.object({
          area: z.string(),
          relevancy: z.enum(relevancies),
          population: z.enum(populations).meta({ description: 'wallet also holds the cases that no session decides.' }),
          pid_content: z.boolean().meta({ description: 'True for each population but wallet.' }),
          counts: zCounts,
        }),
      )
      .meta({ description: 'The same numbers by area, relevancy and population.' }),
    by_campaign: z
      .array(
        z
          .object({
            ...offered,
            cases: z.int().meta({ description: 'How many cases its sessions can decide at this installation.' }),
            counts: z
              .object({
                passed: z.int(),
                failed: z.int(),
                inconclusive: z.int(),
                not_applicable: z.int(),
                not_run: z.int(),
              })
              .meta({ description: 'What these cases came to, by whatever campaign.' }),
            by_person: z.int().meta({ description: 'How many cases a person decides in it.' }),
            entered: z.int().meta({ description: 'Of these, those that have an entry.' }),
          })
          .meta({ id: 'CampaignCoverage' }),
      )
      .meta({
        description:
          'The built-in campaigns that together hold each case that can be decided; in an edition with baselines those of both baselines, which hold a case about what only some wallets do where that is declared.',
      }),
    run_next: z.object(offered).nullable().meta({
      id: 'RunNext',
      description:
        'The campaign of both baselines while it has an undecided case of the newest edition; then the built-in campaign with the most undecided cases a session; null once nothing is undecided that one can decide.',
    }),
    run_next_reason: z.string().nullable().meta({ description: 'Why run_next is null; null where it is not.' }),
    causes: z
      .array(
        z
          .object({
            ...causeShape,
            cases: z.array(z.string()).meta({ description: 'Ids of the cases that failed by this check.' }),
            left_open: z
              .array(z.string())
              .meta({ description: 'Ids of the cases that are inconclusive because this check refused the response.' }),
          })
          .meta({ id: 'CoverageCause' }),
      )
      .meta({
        description: 'What cases of any population failed by: each check once, with the first place where it was seen.',
      }),
    cases: z.array(
      z
        .object({
          ...caseShape,
          ...editionShape,
          verdict: z.enum(caseVerdicts),
          remark: z.string().nullable().meta({
            description:
              'code: passed with another error code than the case names. judges this service: the credential is of this service. Otherwise a sentence.',
          }),
          failed_check: z.string().nullable(),
          cause: z.object(causeShape).nullable().meta({
            description:
              'What it failed by; of an inconclusive case the check that refused the response which would have decided it.',
          }),
          contradicted_by: z.array(z.string()).meta({
            description: 'Ids of cases that passed and demand the contrary; empty unless it failed.',
          }),
          session: zSession.nullable().meta({ description: 'The session that decided it.' }),
          earlier: z
            .array(zSession.extend({ verdict: z.enum(caseVerdicts).nullable(), remark: z.string().nullable() }))
            .meta({
              description:
                'Earlier sessions of the same preset, newest first, at most 20, with what they said about the case; the verdict is null for a session that did not end, and beyond the five newest.',
            }),
          sessions: z.array(z.uuid()).meta({ description: 'Ids of all these sessions, the one that counts first.' }),
          derived_findings: z
            .array(
              z.object({
                id: z.string(),
                status: z.enum(findingStatuses),
                session_id: z.uuid(),
                exchange_id: z.uuid().nullable(),
                derived_at: z.iso.datetime(),
              }),
            )
            .meta({
              description:
                'What checks that the session is older than say of it, judged later, from the record. They change nothing of the session.',
            }),
          entered: zEnteredResult.nullable().meta({
            description:
              'What was entered. The verdict follows from it only where a wallet that fails leaves no record, and no session shows that it started; remark says so.',
          }),
        })
        .meta({ id: 'CoveredCase' }),
    ),
  })
  .meta({ id: 'Coverage' })

export type OfficialCasesView = z.infer<typeof zOfficialCases>

export type CoverageView = z.infer<typeof zCoverage>

/** Maximum number of values per item, and maximum length of each. */
const valuesMax = 50

const valueCharactersMax = 100

const zTesterName = z.string().trim().min(1).max(testerCharactersMax).regex(displayable, oneLine)

const zItem = (item: ItemName) => {
  const { kind, title, reference } = declaredItems[item]
  const zValue =
    kind === 'boolean'
      ? z.boolean()
      : z.array(z.string().trim().min(1).max(valueCharactersMax).regex(displayable, oneLine)).max(valuesMax)
  return zValue.exactOptional().meta({ description: `${title}. ${reference}` })
}

/** Declarable items by name. */
const zItems = z
  .strictObject(Object.fromEntries(itemNames.map((item) => [item, zItem(item)])))
  .meta({ id: 'DeclaredItems', description: 'What is absent is unknown, which is not the same as no.' })

/** `POST /coverage/declarations`. */
export const zDeclarationRequest = z.object({
  wallet: z.object({ name: zName, version: zName }),
  tester: z
    .object({ name: zTesterName.exactOptional(), organisation: zTesterName.exactOptional() })
    .exactOptional()
    .meta({ description: 'Who declares.' }),
  items: zItems,
})

/** Response of `POST /coverage/declarations`. */
export const zDeclared = z
  .object({
    wallet: z.object({ name: z.string(), version: z.string() }),
    tester: z.object({ name: z.string().nullable(), organisation: z.string().nullable() }).nullable(),
    items: zItems,
    declared_at: z.iso.datetime(),
  })
  .meta({
    id: 'Declared',
    description: 'What is declared of the wallet now: it replaces all that was declared before.',
  })
