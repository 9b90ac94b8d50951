import { runGroup } from "../../support/store-group";

runGroup("captured");
