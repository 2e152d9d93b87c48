import { useOfferedSetup } from '../data/setup/setup.ts'
import { useManageScreens } from './use-manage-screens.ts'

/** The screens of the sidebar and the menu: the first steps stand there only until they are done or skipped. */
export function useOfferedScreens(): ReturnType<typeof useManageScreens> {
  const isSetupOffered = useOfferedSetup() !== null
  return useManageScreens().filter(({ to }) => to !== '/get-started' || isSetupOffered)
}
