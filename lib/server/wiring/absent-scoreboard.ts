import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { gunzip } from '../http/gunzip'
import { readMultipart } from '../http/read-multipart'
import type { ManagedScoreboard } from '../metrics/managed-scoreboard'
import { pipelineCatalogue } from '../pipelines/catalogue'

const noStore = (): Promise<never> => Promise.reject(new StoreUnavailable('PocketBase is not available here.'))
const noScheduler = (): Promise<never> => Promise.reject(new SchedulerUnavailable('Temporal is not available here.'))

/** A scoreboard without PocketBase and Temporal: every call fails as if both were down. */
export const absentScoreboard: ManagedScoreboard = {
  store: {
    readyNamespaces: noStore,
    statistics: noStore,
    execution: noStore,
    recordExecution: noStore,
    keepArtifacts: noStore,
    keepLogo: noStore,
    revision: noStore,
    runs: noStore,
    aggregation: noStore,
    begin: noStore,
    resolve: noStore,
    stagePart: noStore,
    reports: noStore,
    commit: noStore,
  },
  scheduler: { startOnce: noScheduler, startEvery: noScheduler, list: noScheduler, cancel: noScheduler },
  pipelines: {
    pipeline: noStore,
    execution: noStore,
    showsSession: async () => false,
    giveResult: noStore,
    result: noStore,
    members: noStore,
    keepSchedule: noStore,
    noteNextRun: noStore,
    dropSchedule: noStore,
    waiting: noStore,
    schedules: noStore,
    written: noStore,
    writtenOne: noStore,
    organizations: noStore,
    create: noStore,
    change: noStore,
    sealDefinition: noStore,
    forgetReplaced: noStore,
    remove: noStore,
  },
  runner: {
    start: noScheduler,
    find: noScheduler,
    cancel: noScheduler,
    tellResult: noScheduler,
    schedule: noScheduler,
    unschedule: noScheduler,
  },
  organizationKeys: {
    organization: noStore,
    byPrefix: noStore,
    list: noStore,
    add: noStore,
    revoke: noStore,
    noteUse: noStore,
    note: noStore,
    audit: noStore,
  },
  catalogue: pipelineCatalogue,
  drawEvidenceCard: noStore,
  drawPipelineCard: noStore,
  drawPageCard: noStore,
  snapshot: noStore,
  gunzip,
  readMultipart,
  openPublicFile: noStore,
  readPublic: noStore,
  readWhole: noStore,
  parts: async () => ({ temporal: null, worker: null }),
  seed: async () => undefined,
  close: async () => undefined,
}
