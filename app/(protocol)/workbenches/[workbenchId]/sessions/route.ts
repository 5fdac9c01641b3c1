import { listWorkbenchSessions } from '@/lib/core/workbenches/endpoints/workbench-sessions'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/workbenches/{workbenchId}/sessions', {
  GET: listWorkbenchSessions,
})
