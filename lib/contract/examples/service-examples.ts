import { framework } from '@/lib/core/campaigns/official-cases/framework'
import { editionExample, ofFirstEdition, officialCase } from './campaign-examples'
import { exampleNames, type OperationExample } from './operation-example'
import { pem } from './wallet-examples'

/** Examples of the service's own operations. */
export const serviceExamples = {
  getHealth: { target: '/healthz', status: 200, answer: { status: 'ok' } },
  getReadiness: {
    target: '/readyz',
    status: 200,
    answer: { status: 'ok', parts: { pocketbase: true, temporal: true, worker: true } },
  },
  getSecurityTxt: { target: '/.well-known/security.txt', status: 200, mediaType: 'text/plain' },
  getRootCertificatePem: { target: '/pki/root-ca.pem', ...pem },
  getRootCertificateDer: { target: '/pki/root-ca.cer', status: 200, mediaType: 'application/pkix-cert' },
  getOpenApi: { target: '/openapi.json', status: 200, answer: { openapi: '3.1.0' } },
  listChecks: {
    target: '/checks.json',
    status: 200,
    answer: [{ id: 'vci.dpop.htu', title: 'The DPoP proof names the endpoint it is sent to', level: 'must' }],
  },
  listOfficialCases: {
    target: '/fcaf.json',
    status: 200,
    answer: {
      framework,
      counts: {
        cases: 1,
        decidable: 1,
        conditional: 0,
        manual: 0,
        gap: 0,
        out_of_scope: 0,
        wallet: 1,
        pid_content: 0,
        credential: 0,
      },
      cases: [{ ...officialCase, channel: 'redirect', applies_if: null, ...ofFirstEdition }],
      edition: editionExample,
      editions: [
        {
          id: editionExample.id,
          title: editionExample.title,
          commit: framework.commit,
          date: framework.date,
          complete: true,
          default: true,
          cases: 1,
          decidable: 1,
        },
      ],
      baselines: { issuance: { cases: 0, decidable: 0 }, presentation: { cases: 0, decidable: 0 } },
    },
  },
  listPresets: {
    target: '/presets.json',
    status: 200,
    answer: {
      presets: [
        {
          id: 'wrong_aud',
          kind: 'presentation',
          title: 'The aud of the Request Object names another wallet.',
          expects: 'refusal',
          person: null,
          follows: null,
          path: '/openid4vp/sessions',
          body: { profile: 'haip', negative_test: 'wrong_aud' },
        },
      ],
    },
  },
} as const satisfies Record<string, OperationExample>

const key = { 'X-Api-Key': '<ADMIN_API_KEY>' }
const pipeline = 'wallet-capture/eu-pid-device-bound-by-value'
const run = { workflow_id: 'nightly-2026-11-14', run_id: '9f2c4c52' }
const execution = 'x4v1m0q8r2t6w3z'
const numbers = {
  pipeline_id: 'pl_eu_pid_device_bound',
  pipeline_name: 'EU PID, device-bound, by value',
  runners: ['lab/pixel-8'],
  runner_types: ['android_phone'],
  total_runs: 40,
  total_successes: 38,
  success_rate: 95,
}
const definition = {
  version: 1,
  runner: 'built_in_wallet',
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
}
const written = {
  id: 'p7n2k5h8d1f4g6j',
  path: 'wallet-capture/pid-by-value',
  organization: 'wallet-capture',
  name: 'PID by value',
  canonified_name: 'pid-by-value',
  description: '',
  published: false,
  evidence_public: false,
  updated: '2026-11-14T09:40:46.000Z',
  problems: [],
  schedule: null,
  last_run: {
    execution_id: execution,
    status: 'completed',
    type: 'manual',
    started_at: '2026-11-14T09:40:46.000Z',
    closed_at: '2026-11-14T09:40:50.000Z',
  },
}
const used = { wallet_used: ['acme/quillfern'], credentials: [exampleNames.credential] }

/** Examples of scoreboard operations. */
export function scoreboardExamples(base: string) {
  return {
    getNamespaceStatistics: {
      target: '/api/pipeline/scoreboard/wallet-capture',
      headers: key,
      status: 200,
      answer: [{ ...numbers, pipeline_identifier: pipeline }],
    },
    saveScoreboardResults: {
      target: '/api/pipeline/scoreboard/save-results',
      headers: key,
      json: { aggregated_pipelines: [{ ...numbers, last_execution: used }] },
      status: 200,
      answer: {
        success: true,
        message: 'The scoreboard holds the results of 1 pipelines.',
        records_count: 1,
        aggregation_id: 'agg-20261114-0941',
        seq: 12,
        unresolved: [],
        orphans: [],
        warnings: [],
        skipped: 0,
        committed: true,
      },
    },
    startAggregation: {
      target: '/api/pipeline/scoreboard/aggregate/start?schedule=3600',
      headers: key,
      status: 200,
      answer: {
        message: 'The schedule has been created.',
        schedule_id: 'aggregate-scoreboard-3600',
        created: true,
        next_run_at: '2026-11-14T10:00:00.000Z',
      },
    },
    cancelAggregationSchedule: {
      target: '/api/pipeline/scoreboard/aggregate/schedule/aggregate-scoreboard-3600',
      headers: key,
      status: 200,
      answer: {
        success: true,
        message: 'The schedule has been cancelled.',
        schedule_id: 'aggregate-scoreboard-3600',
      },
    },
    listNamespaces: {
      target: '/api/organizations/namespaces',
      headers: key,
      status: 200,
      answer: { namespaces: ['wallet-capture'] },
    },
    getExecutionDetails: {
      target: `/api/pipeline/execution-details/wallet-capture/${run.workflow_id}/${run.run_id}`,
      headers: key,
      status: 200,
      answer: { ...run, ...used },
    },
    listUncounted: {
      target: '/api/pipeline/uncounted/wallet-capture',
      headers: key,
      status: 200,
      answer: {
        namespace: 'wallet-capture',
        looked_at: 1,
        has_more: false,
        uncounted: [
          {
            workflow_id: 'nightly-7',
            run_id: run.run_id,
            type: 'NightlyWalletTest',
            status: 'completed',
            started_at: '2026-11-14T09:40:46.000000000Z',
            closed_at: '2026-11-14T09:41:02.000000000Z',
            pipeline: '',
            reason: 'no_identifier',
            because:
              'It names no pipeline. Start it with the search attribute PipelineIdentifier, or the memo pipeline.',
          },
        ],
      },
    },
    runPipeline: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j/run',
      headers: { ...key, 'Idempotency-Key': 'nightly-2026-11-14' },
      json: { ci_run_url: 'https://ci.example.org/runs/7' },
      status: 202,
      answer: {
        execution_id: execution,
        ...run,
        page_url: `${base}/hub/pipelines/${pipeline}`,
        created: true,
      },
    },
    getExecution: {
      target: `/api/executions/${execution}`,
      headers: key,
      status: 200,
      answer: {
        execution_id: execution,
        pipeline,
        ...run,
        status: 'running',
        type: 'CI',
        reason: '',
        infra: false,
        started_at: '2026-11-14T09:40:46.000Z',
        closed_at: null,
        steps: [{ id: 'issue', kind: 'issuance', state: 'running', passed: null, reason: '', checks: 0 }],
        waiting_for: 'wallet',
        page_url: `${base}/hub/pipelines/${pipeline}`,
        deeplink: 'openid-credential-offer://?credential_offer_uri=…',
        tx_code: null,
      },
    },
    cancelExecution: {
      target: `/api/executions/${execution}/cancel`,
      headers: key,
      status: 202,
      answer: { execution_id: execution, message: 'The run has been asked to end.' },
    },
    giveStepResult: {
      target: `/api/executions/${execution}/result`,
      headers: key,
      json: { step: 'login', passed: true, summary: 'Signed in with the PID.' },
      status: 200,
      answer: { execution_id: execution, step: 'login', passed: true },
    },
    listPipelines: {
      target: '/api/pipelines?per_page=1',
      headers: key,
      status: 200,
      answer: { page: 1, per_page: 1, total: 1, pipelines: [{ ...written, runner: 'built_in_wallet' }] },
    },
    createPipeline: {
      target: '/api/pipelines',
      headers: key,
      json: { organization: 'wallet-capture', name: 'PID by value', definition },
      status: 201,
      answer: { ...written, last_run: null, definition },
    },
    getPipeline: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j',
      headers: key,
      status: 200,
      answer: { ...written, definition },
    },
    putPipeline: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j',
      headers: { ...key, 'If-Match': '"5f2c"' },
      json: { published: true },
      status: 200,
      answer: { ...written, published: true, definition },
    },
    deletePipeline: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j',
      headers: key,
      status: 200,
      answer: { success: true, message: 'The pipeline has been deleted.' },
    },
    putPipelineSchedule: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j/schedule',
      headers: key,
      json: { daily_at: '02:30' },
      status: 200,
      answer: {
        pipeline,
        every_seconds: null,
        daily_at: '02:30',
        paused: false,
        next_run_at: '2026-11-15T02:30:00.000Z',
      },
    },
    deletePipelineSchedule: {
      target: '/api/pipelines/p7n2k5h8d1f4g6j/schedule',
      headers: key,
      status: 200,
      answer: { success: true, message: 'The schedule has been ended.' },
    },
    recordExecution: {
      target: '/api/pipeline/executions',
      headers: key,
      json: {
        namespace: 'wallet-capture',
        pipeline,
        ...run,
        status: 'completed',
        type: 'CI',
        started_at: '2026-11-14T09:40:46Z',
        closed_at: '2026-11-14T09:41:43Z',
        runners: ['lab/pixel-8'],
        entities: used,
      },
      status: 201,
      answer: {
        id: 'x4v1m0q8r2t6w3z',
        artifacts: {
          screenshots: [`${base}/media/executions/x4v1m0q8r2t6w3z/result.png`],
          videos: [],
          logs: [],
          report: [],
        },
        unresolved: [],
      },
    },
    listPublicRecords: {
      target: '/api/collections/pipeline_scoreboard_cache/records?sort=-success_rate&perPage=1&expand=pipeline',
      status: 200,
      answer: {
        page: 1,
        perPage: 1,
        totalItems: 4,
        totalPages: 4,
        items: [
          { id: 'k7d2m5c9s1f8a3h', total_runs: 40, total_successes: 38, success_rate: 95, pipeline: 'p3n8x5j1b6y2e9u' },
        ],
      },
    },
    getScoreboardRows: {
      target: '/api/scoreboard/rows',
      status: 200,
      answer: {
        v: 2,
        aggregation: 'agg-20261114-0941',
        committed_at: exampleNames.at,
        organizations: [['Wallet Capture', 'wallet-capture', '']],
        entities: {},
        checks: [],
        check_sets: [],
        rows: [],
      },
    },
    getExecutionArtifact: {
      target: '/media/executions/x4v1m0q8r2t6w3z/result.png',
      status: 200,
      mediaType: 'image/png',
    },
    redirectToFile: {
      target: '/api/files/pipeline_results/x4v1m0q8r2t6w3z/result.png',
      status: 302,
    },
    getOrganizationLogo: {
      target: '/media/organizations/o5r2g8n1l4t7k3c/logo.png',
      status: 200,
      mediaType: 'image/png',
    },
    getEntityLogo: {
      target: '/media/entities/wallets/w1a7l3t9k5m2q8z/logo.png?thumb=64x64f',
      status: 200,
      mediaType: 'image/png',
    },
    getPipelinePicture: {
      target: '/badge/pipeline/wallet-capture/eu-pid-device-bound-by-value.svg',
      status: 200,
      mediaType: 'image/svg+xml',
    },
    getPublicRecord: {
      target: '/api/collections/pipelines/records/p3n8x5j1b6y2e9u?fields=id,name',
      status: 200,
      answer: { id: 'p3n8x5j1b6y2e9u', name: 'EU PID, device-bound, by value' },
    },
  } as const satisfies Record<string, OperationExample>
}
