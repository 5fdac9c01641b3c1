import { createWorkbench } from '@/lib/core/workbenches/endpoints/workbenches'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/workbenches', { POST: createWorkbench })
