import { paths } from '@/lib/paths'
import { showChangeByForm } from '../../../forms'

/** Like `/start/presentation/change`, for a laboratory. */
export const POST = (request: Request): Promise<Response> => showChangeByForm(request, paths.startLaboratory())
