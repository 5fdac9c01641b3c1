import { defaultEdition } from '@/lib/core/campaigns/official-cases/editions'
import { framework } from '@/lib/core/campaigns/official-cases/framework'
import { exampleNames, type OperationExample } from './operation-example'
import { summaryExample } from './summary-example'

const { presentation } = exampleNames
const earlierSession = 'c0a5e7d2-6b41-4f0e-9a83-2d7b1f64e590'
const earlier = '0b7c1a92-3d5e-4e8b-a6f1-94c2d07e5b38'
const campaign = '5d2f8b14-9c3e-4a70-8f65-b1e07d94c3a2'

const verdict = {
  status: 'running',
  verdict: 'fail',
  counts: {
    steps: 7,
    done: 6,
    passed: 5,
    failed: 1,
    incomplete: 0,
    questions: 0,
    told_by_person: 0,
    told_by_driver: 0,
    told_unrecorded: 0,
  },
}
const passed = {
  id: 'passed',
  sentence: 'Passed',
  detail: 'Request refused, as expected',
  success: true,
  over: true,
} as const
const failed = {
  id: 'failed',
  sentence: '1 check failed',
  detail: 'Presentation verified',
  success: false,
  over: true,
} as const
const broken = {
  id: 'vp.negative.rejected',
  title: 'A wrong request is refused',
  level: 'must',
  clause: {
    spec: 'OpenID4VP 1.0',
    section: '14.2',
    url: 'https://openid.net/specs/openid-4-verifiable-presentations-1_0-final.html#section-14.2',
  },
  problem: 'The wallet presented although the request was wrong.',
  hint: 'Verify the signature of the request before anything else in it.',
  acts: 'wallet',
  reason: 'vp.negative.rejected#broken',
}

/** An official case, with what is known about it independently of a wallet. */
/** A built-in campaign for the example wallet. */
const offered = (base: string, [campaign, title]: readonly [string, string], sessions: number, minutes: number) => ({
  campaign,
  title,
  sessions,
  minutes,
  start_url: `${base}/campaigns?wallet=Quillfern&version=2.4.1&campaign=${campaign}`,
})

export const officialCase = {
  id: 'WS_RP_SM_RpIntegrity_027',
  area: 'SecurityMechanisms/RpIntegrity',
  objective: 'JAR signature validation fails: refused',
  url: `${framework.repository}/blob/${framework.commit}/docs/fcaf/suts/wallet_solution/relying_party/SecurityMechanisms/RpIntegrity/WS_RP_SM_RpIntegrity__027.md`,
  relevancy: 'required',
  class: 'auto_negative',
  population: 'wallet',
  conditional: false,
  preset: 'bad_signature',
  alongside: [] as string[],
  control: null,
  checks: ['vp.negative.rejected', 'vp.error.code_known'] as string[],
  note: null,
  defect: null,
  review_needed: false,
} as const

/** What a case has besides, in the first edition. */
export const ofFirstEdition = {
  side: 'presentation',
  group: 'SecurityMechanisms/RpIntegrity',
  baseline: false,
  unhappy: false,
  references: [] as string[],
  kin: null,
  from: [] as string[],
  at: null,
  fit: null,
} as const

export const editionExample = {
  id: defaultEdition.facts.id,
  title: defaultEdition.facts.title,
  repository: framework.repository,
  branch: framework.branch,
  commit: framework.commit,
  date: framework.date,
  status: framework.status,
  complete: true,
  previous: null,
  sides: [...defaultEdition.facts.sides] as string[],
  baselines: [] as string[],
  table_sha256: '9d6a1f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7',
  attribution: framework.attribution,
} as const

const failureCause = {
  check: 'vp.negative.rejected',
  session_id: presentation,
  exchange_id: '5c1c7b6e-1f0d-4b3c-9a52-6d2f0e7a4b18',
  subject: null,
} as const

const headline = {
  sentence: '0 of 1 passed; 1 failed from 1 cause; 0 inconclusive; 0 not run',
  of: 1,
  passed: 0,
  failed: 1,
  causes: 1,
  inconclusive: 0,
  not_run: 0,
  code: 0,
  told: 0,
  told_by_driver: 0,
  told_unrecorded: 0,
  contradicted: 0,
  stricter: 0,
  review_needed: 0,
} as const

const noResults = {
  passed: 0,
  failed: 0,
  inconclusive: 0,
  not_applicable: 0,
  not_run: 0,
  manual: 0,
  out: 0,
} as const

const covered = {
  cases: 1,
  decidable: 1,
  conditional: 0,
  passed: 0,
  failed: 1,
  inconclusive: 0,
  not_applicable: 0,
  not_run: 0,
  manual: 0,
  out: 0,
  gap: 0,
  out_of_scope: 0,
  code: 0,
  contradicted: 0,
} as const

const compared = (id: string, base: string) => ({
  id,
  title: 'Smoke',
  created_at: '2026-11-14T09:40:46.211Z',
  outcome: null,
  page_url: `${base}/inspect/campaign/${id}`,
  report_url: `${base}/campaigns/${id}/report`,
})

/** Examples of campaign operations. */
export function campaignExamples(base: string) {
  const at = `/campaigns/${campaign}`
  const addresses = {
    page_url: `${base}/inspect/campaign/${campaign}`,
    campaign_url: `${base}${at}`,
    next_url: `${base}${at}/next`,
    report_url: `${base}${at}/report`,
  }
  const session = {
    session_id: presentation,
    inspector_url: `${base}/inspect/presentation/${presentation}`,
    session_url: `${base}/openid4vp/sessions/${presentation}`,
    report_url: `${base}/openid4vp/sessions/${presentation}/report`,
  }
  const head = {
    campaign_id: campaign,
    campaign: 'smoke',
    title: 'Smoke',
    name: null,
    wallet: { name: 'Quillfern', version: '2.4.1' },
    silence_seconds: 20,
    before: null,
    stopped: null,
    created_at: '2026-11-14T09:40:46.211Z',
    ...addresses,
  }
  const tried = {
    number: 6,
    preset: 'bad_signature',
    title: 'The signature of the Request Object is wrong.',
    kind: 'presentation',
    expects: 'refusal',
    warning_enough: false,
    person: null,
  }
  const step = {
    ...tried,
    state: 'decided',
    verdict: 'fail',
    outcome: failed,
    reason: null,
    answers: [],
    told: null,
    told_by: null,
    counts: { pass: 61, fail: 1, warn: 0, not_observed: 12, not_applicable: 184 },
    duration_ms: 23_418,
    broken: [broken],
    request_problems: [],
    session,
    earlier: [],
  }
  return {
    listCampaigns: {
      target: '/campaigns',
      status: 200,
      answer: {
        campaigns: [
          {
            id: 'smoke',
            title: 'Smoke',
            about: 'Gets a PID, presents it, and meets the most dangerous faults of both protocols.',
            before: null,
            silence_seconds: 20,
            presets: ['sd_jwt_baseline', 'bad_signature'],
            cases: 148,
            by_person: 0,
            edition: '2026-07',
            minutes: 5,
          },
        ],
      },
    },
    createCampaign: {
      target: '/campaigns',
      json: { campaign: 'smoke', wallet: { name: 'Quillfern', version: '2.4.1' } },
      status: 201,
      answer: {
        ...head,
        status: 'not_started',
        verdict: 'incomplete',
        counts: {
          steps: 7,
          done: 0,
          passed: 0,
          failed: 0,
          incomplete: 0,
          questions: 0,
          told_by_person: 0,
          told_by_driver: 0,
          told_unrecorded: 0,
        },
        steps: [
          {
            ...step,
            ...{ state: 'not_started', verdict: null, outcome: null, counts: null, duration_ms: null },
            ...{ broken: [], session: null },
          },
        ],
      },
    },
    getCampaign: { target: at, status: 200, answer: { ...head, ...verdict, steps: [step] } },
    getNextSession: {
      target: `${at}/next?wait=30`,
      status: 200,
      answer: {
        campaign_id: campaign,
        ...verdict,
        session: {
          ...session,
          ...tried,
          answers: ['error', 'went_on', 'nothing'],
          deeplink: `openid4vp://?client_id=x509_hash%3AUvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk&request_uri=${encodeURIComponent(`${base}/openid4vp/sessions/${presentation}/request`)}`,
          tx_code: null,
          expires_at: '2026-11-14T09:58:12.540Z',
          silence_ends_at: '2026-11-14T09:48:32.540Z',
        },
        ...addresses,
      },
    },
    getCampaignReport: {
      target: `${at}/report`,
      status: 200,
      answer: {
        report_version: 1,
        kind: 'campaign',
        service: { version: '0.1.0' },
        catalogue: { version: 'p3fYB0hVxq2L', checks: 530 },
        broken: [{ ...broken, presets: ['bad_signature'] }],
        campaign: { ...head, ...verdict, steps: [step] },
      },
    },
    getCoverage: {
      target: '/coverage?wallet=Quillfern&version=2.4.1',
      status: 200,
      answer: {
        coverage_version: 1,
        service: { version: '0.1.0' },
        catalogue: { version: 'p3fYB0hVxq2L', checks: 530 },
        fcaf: framework,
        edition: editionExample,
        wallet: { name: 'Quillfern', version: '2.4.1' },
        page_url: `${base}/cases?wallet=Quillfern&version=2.4.1&edition=2026-07`,
        campaigns_of: 'operator',
        campaigns: [{ campaign_id: campaign, page_url: addresses.page_url, created_at: '2026-11-14T09:40:46.211Z' }],
        campaign_id: campaign,
        sessions_left: 0,
        headline,
        sides: { issuance: null, presentation: headline },
        baselines: { issuance: null, presentation: null },
        counts: covered,
        by_person: { cases: 0, passed: 0, failed: 0, not_applicable: 0 },
        by_driver: { passed: 0, failed: 0, not_applicable: 0 },
        entered_unrecorded: { passed: 0, failed: 0, not_applicable: 0 },
        groups: [
          {
            area: 'MessageStructure',
            relevancy: 'required',
            population: 'wallet',
            pid_content: false,
            counts: { ...covered },
          },
        ],
        by_campaign: [
          {
            ...offered(base, ['european_refusals', 'European cases with a refusal'], 42, 49),
            undecided: 58,
            cases: 61,
            counts: { passed: 2, failed: 1, inconclusive: 0, not_applicable: 0, not_run: 58 },
            by_person: 0,
            entered: 0,
          },
        ],
        run_next: { ...offered(base, ['smoke', 'Smoke'], 7, 5), undecided: 80 },
        run_next_reason: null,
        causes: [{ ...failureCause, cases: [officialCase.id], left_open: [] }],
        cases: [
          {
            ...officialCase,
            ...ofFirstEdition,
            verdict: 'failed',
            remark: null,
            failed_check: 'vp.negative.rejected',
            cause: failureCause,
            contradicted_by: [],
            session: { ...session, created_at: '2026-11-14T09:41:30.480Z' },
            earlier: [],
            sessions: [presentation],
            derived_findings: [],
            entered: null,
          },
        ],
      },
    },
    getBundle: {
      target: '/coverage/bundle?wallet=Quillfern&version=2.4.1',
      status: 200,
      mediaType: 'application/x-tar',
    },
    getSummary: {
      target: '/coverage/summary?wallet=Quillfern&version=2.4.1&format=json',
      status: 200,
      answer: summaryExample({
        base,
        edition: { ...editionExample, sides: ['presentation'], baselines: [] },
        headline,
      }),
    },
    getStatement: {
      target: '/coverage/ics?wallet=Quillfern&version=2.4.1',
      status: 200,
      answer: {
        ics_version: 2,
        service: { version: '0.1.0', base_url: base },
        catalogue: { version: 'p3fYB0hVxq2L', checks: 530 },
        fcaf: {
          commit: framework.commit,
          date: framework.date,
          table_sha256: editionExample.table_sha256,
          edition: editionExample.id,
          complete: true,
        },
        wallet: { name: 'Quillfern', version: '2.4.1' },
        tester: { name: 'Ada Quill', organisation: 'Quillfern Ltd' },
        made_at: '2026-11-14T10:05:00.000Z',
        sessions_left: 0,
        items: [
          {
            item: 'mdoc',
            title: 'Presents credentials in the format mso_mdoc',
            reference: 'HAIP 5.3.1',
            declared: false,
            support: 'no',
            contradicted_by_evidence: { sessions: [presentation], values: [] },
          },
        ],
        counts: {
          cases: 1,
          machine: { ...noResults, failed: 1 },
          machine_silence: noResults,
          person: noResults,
          none: noResults,
          headline: {
            of: 1,
            passed: 0,
            failed: 1,
            causes: 1,
            inconclusive: 0,
            not_run: 0,
            code: 0,
            told: 0,
            contradicted: 0,
            review_needed: 0,
          },
        },
        cases: [
          {
            id: officialCase.id,
            area: officialCase.area,
            objective: officialCase.objective,
            url: officialCase.url,
            text_sha256: 'e57c187fb69514c635c2b285b3db8a72ab2421f774655aede13602194eddbf40',
            relevancy: officialCase.relevancy,
            status: 'm',
            population: 'wallet',
            applicable: true,
            result: 'failed',
            remark: null,
            method: 'machine',
            sessions: [presentation],
            exchanges: [],
            failed_check: 'vp.negative.rejected',
            cause: failureCause,
            contradicted_by: [],
            tested_at: '2026-11-14T09:41:30.480Z',
            tester: null,
            condition: null,
            defect: null,
            review_needed: false,
            ...{ edition: editionExample.id, side: 'presentation', baseline: false, kin: null, from: [] as string[] },
            evidence: [],
          },
        ],
      },
    },
    enterResult: {
      target: '/coverage/results',
      json: {
        wallet: { name: 'Quillfern', version: '2.4.1' },
        case: 'WS_RP_MS_ProtocolMessages_013',
        result: 'passed',
        note: 'Both PIDs are offered.',
      },
      status: 201,
      answer: {
        case: 'WS_RP_MS_ProtocolMessages_013',
        edition: editionExample.id,
        wallet: { name: 'Quillfern', version: '2.4.1' },
        entered: {
          result: 'passed',
          note: 'Both PIDs are offered.',
          entered_at: '2026-11-14T10:02:19.004Z',
          by: 'person',
        },
      },
    },
    declareWallet: {
      target: '/coverage/declarations',
      json: {
        wallet: { name: 'Quillfern', version: '2.4.1' },
        tester: { name: 'Ada Quill', organisation: 'Quillfern Ltd' },
        items: { sd_jwt_vc: true, mdoc: false, digest_algs: ['sha-256'] },
      },
      status: 201,
      answer: {
        wallet: { name: 'Quillfern', version: '2.4.1' },
        tester: { name: 'Ada Quill', organisation: 'Quillfern Ltd' },
        items: { sd_jwt_vc: true, mdoc: false, digest_algs: ['sha-256'] },
        declared_at: '2026-11-14T10:03:10.551Z',
      },
    },
    judgeCampaign: {
      target: `${at}/report?fail_on=should`,
      status: 200,
      answer: {
        exit_code: 1,
        outcome: 'Changed: 1 new failure.',
        unexpected_failures: [{ ...broken, preset: 'bad_signature', inspector_url: session.inspector_url }],
        unexpected_passes: [],
        without_verdict: [],
        expected_failures: [],
        not_seen: [],
      },
    },
    changeName: {
      target: '/names',
      json: { run: campaign, name: 'Release candidate, second phone', secret: 'uO3kV8nq0Zr4' },
      status: 200,
      answer: { run: campaign, name: 'Release candidate, second phone' },
    },
    getComparison: {
      target: `/comparison?before=${earlier}&after=${campaign}`,
      status: 200,
      answer: {
        kind: 'campaign',
        before: { ...compared(earlier, base), verdict: 'pass', wallet: { name: 'Quillfern', version: '2.4.0' } },
        after: { ...compared(campaign, base), verdict: 'fail', wallet: { name: 'Quillfern', version: '2.4.1' } },
        same_wallet: true,
        counts: { regression: 1, improvement: 0, not_compared: 0, other: 0, same: 6 },
        steps: [
          {
            preset: 'bad_signature',
            title: tried.title,
            change: 'regression',
            before: {
              session_id: earlierSession,
              inspector_url: `${base}/inspect/presentation/${earlierSession}`,
              verdict: 'pass',
              outcome: passed,
            },
            after: { session_id: presentation, inspector_url: session.inspector_url, verdict: 'fail', outcome: failed },
            rules: [{ ...broken, change: 'regression', before: 'passed', after: 'failed' }],
            passed_not_seen_again: [],
            newly_passed: ['vp.response.received'],
          },
        ],
      },
    },
    answerCampaign: {
      target: `${at}/answer`,
      json: { session_id: presentation, shown: 'error', by: 'person' },
      status: 200,
      answer: { session_id: presentation, shown: 'error', by: 'person' },
    },
    tryCampaignAgain: {
      target: `${at}/again`,
      json: { preset: 'bad_signature' },
      status: 201,
      answer: session,
    },
  } as const satisfies Record<string, OperationExample>
}
