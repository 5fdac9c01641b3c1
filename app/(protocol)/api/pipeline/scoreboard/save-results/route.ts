import { handlers } from '@/lib/server/http/route-handler'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handlers('/api/pipeline/scoreboard/save-results')
