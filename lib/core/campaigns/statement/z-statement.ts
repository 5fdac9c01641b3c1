import { z } from 'zod'
import { itemNames } from '../official-cases/declared-items'
import { caseVerdicts, kins, populations, relevancies, sides } from '../official-cases/official-case'
import { causeShape, zCoverage, zEvidence, zFramework } from '../official-cases/z-coverage'

/** How a case was decided. Each method is counted apart; the headline holds them all, and says how many were told. */
export const methods = ['machine', 'machine_silence', 'person', 'driver', 'told', 'none'] as const

const zHash = z.string().regex(/^[0-9a-f]{64}$/)

const zResults = z
  .object({
    passed: z.int(),
    failed: z.int(),
    inconclusive: z.int(),
    not_applicable: z.int(),
    not_run: z.int(),
    manual: z.int(),
    out: z.int(),
  })
  .meta({ id: 'StatementResults', description: 'Cases by result.' })

const zStatementCase = z
  .object({
    id: z.string(),
    area: z.string(),
    objective: z.string().meta({ description: 'What the case tests, in our words.' }),
    url: z.url().meta({ description: 'The text of the case in the framework.' }),
    text_sha256: zHash.nullable().meta({
      description:
        'SHA-256 of the reviewed text without line ends, trailing spaces and empty lines; null where the text could be read by its address only.',
    }),
    relevancy: z.enum(relevancies).meta({ description: 'As the framework has it.' }),
    status: z
      .string()
      .regex(/^(?:m|o|x|c\d+)$/)
      .meta({
        description: 'After ETSI EG 201 058: m mandatory, o optional, x prohibited, c and a number for a condition.',
      }),
    population: z
      .enum(populations)
      .nullable()
      .meta({ description: 'Whom it judges; null where no session decides it.' }),
    applicable: z.boolean().nullable().meta({
      description: 'Whether it applies to this wallet; null where that was not declared and nothing shows it.',
    }),
    result: z.enum(caseVerdicts),
    remark: z.string().nullable(),
    method: z.enum(methods).meta({
      description:
        'machine: findings of sessions. machine_silence: the wallet was silent while a driver approved everything and a control session was answered. person: entered or told of a session by somebody. driver: the same by a program that ran the wallet. told: the same, and by whom is not recorded. none: nothing decided it.',
    }),
    sessions: z.array(z.uuid()).meta({ description: 'Ids of the sessions that the result follows from.' }),
    exchanges: z.array(z.uuid()).meta({ description: 'Ids of the exchanges that show it, where single ones do.' }),
    failed_check: z.string().nullable(),
    cause: z.object(causeShape).nullable(),
    contradicted_by: z.array(z.string()).meta({ description: 'Ids of cases that passed and demand the contrary.' }),
    tested_at: z.iso.datetime().nullable().meta({
      description: 'When its session was made, or when the result was entered.',
    }),
    tester: z.string().nullable().meta({ description: 'Who entered the result; null where a session decided.' }),
    condition: z.string().nullable().meta({ description: 'What its status depends on, e.g. IF mdoc THEN m ELSE n/a.' }),
    defect: z.string().nullable().meta({ description: 'What is wrong with the case in the framework.' }),
    review_needed: z
      .boolean()
      .meta({ description: 'The framework changed its text, and nobody has judged the new one.' }),
    edition: z.string(),
    side: z.enum(sides),
    baseline: z.boolean(),
    kin: z.enum(kins).nullable().meta({ description: 'How it follows from cases of the edition before.' }),
    from: z.array(z.string()).meta({ description: 'Ids of these cases.' }),
    evidence: z.array(zEvidence).meta({ description: 'What was named in support of the result.' }),
  })
  .meta({ id: 'StatementCase' })

/** `GET /coverage/ics` as JSON. */
export const zStatement = z
  .object({
    ics_version: z.literal(2),
    service: z.object({ version: z.string(), base_url: z.url() }),
    catalogue: z.object({ version: z.string(), checks: z.int() }),
    fcaf: zFramework.pick({ commit: true, date: true }).extend({
      table_sha256: zHash.meta({ description: 'SHA-256 of the table that says how this service decides each case.' }),
      edition: z.string().meta({ description: 'Id of the edition that all its cases are of.' }),
      complete: z.boolean().meta({ description: 'Whether that edition holds every case of its draft.' }),
    }),
    wallet: z.object({ name: z.string(), version: z.string() }),
    tester: z
      .object({ name: z.string().nullable(), organisation: z.string().nullable() })
      .nullable()
      .meta({ description: 'Who declared; null where nobody said.' }),
    made_at: z.iso.datetime(),
    sessions_left: zCoverage.shape.sessions_left.exactOptional().meta({
      description:
        'How many sessions of its campaigns were not judged yet when it was made, so that no case counts them; absent in statements of releases that did not say so.',
    }),
    items: z.array(
      z
        .object({
          item: z.enum(itemNames),
          title: z.string(),
          reference: z.string().meta({ description: 'The text that leaves it to the wallet.' }),
          declared: z
            .union([z.boolean(), z.array(z.string())])
            .nullable()
            .meta({
              description: 'null: not declared, so unknown.',
            }),
          support: z.enum(['yes', 'no', 'unknown']),
          contradicted_by_evidence: z
            .object({
              sessions: z.array(z.uuid()),
              values: z
                .array(z.string())
                .meta({ description: 'What was seen and not declared; empty for a yes or no.' }),
            })
            .nullable()
            .meta({ description: 'Declared as not supported, and seen in these sessions; null where it was not.' }),
        })
        .meta({ id: 'StatementItem' }),
    ),
    counts: z
      .object({
        cases: z.int(),
        machine: zResults,
        machine_silence: zResults,
        person: zResults,
        driver: zResults.exactOptional().meta({ description: 'Absent where it decided no case.' }),
        told: zResults.exactOptional().meta({ description: 'Absent where it decided no case.' }),
        none: zResults,
        headline: z
          .object({
            of: z.int(),
            passed: z.int(),
            failed: z.int(),
            causes: z.int(),
            inconclusive: z.int(),
            not_run: z.int(),
            code: z.int(),
            told: z.int(),
            told_by_driver: z.int().exactOptional().meta({ description: 'Absent for none.' }),
            told_unrecorded: z.int().exactOptional().meta({ description: 'Absent for none.' }),
            stricter: z.int().exactOptional().meta({ description: 'Absent for none.' }),
            contradicted: z.int(),
            review_needed: z.int(),
          })
          .meta({ description: 'Required cases that judge the wallet itself and apply to it; see CoverageHeadline.' }),
      })
      .meta({
        description:
          'By method, then by result. All of it follows from cases. Only headline holds several methods, and says how many were told.',
      }),
    cases: z.array(zStatementCase),
  })
  .meta({
    id: 'ConformanceStatement',
    description:
      'Implementation Conformance Statement of one wallet and version, after ETSI EG 201 058. A self-assessment: no certificate, no conformity decision.',
  })

export type ConformanceStatement = z.infer<typeof zStatement>

export type StatementCase = ConformanceStatement['cases'][number]
