-- AlterTable
ALTER TABLE "PanelBlock" ADD COLUMN     "identities" BYTEA,
ADD COLUMN     "panelKeys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "overlaps" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "salt" TEXT;


-- From here on by hand: what the schema language cannot say.

-- A row says what its entry says of the runs with which it shares debates; an entry that names none shares none.
CREATE OR REPLACE FUNCTION refuse_unstated_run() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{run}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'content' = NEW."contentDigest", 'its entry names another run');
  PERFORM must_hold(TG_TABLE_NAME, COALESCE(said -> 'overlaps', '[]') = to_jsonb(NEW.overlaps), 'its entry says otherwise with which runs it shares debates');
  RETURN NEW;
END $$;

-- Promise: blind is what was never answered about, under whatever name. Parts are written with their cohort.
CREATE FUNCTION refuse_answered_blind() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, NEW.size = 0 OR NOT EXISTS (
    SELECT FROM "Cohort", "Run" AS own, "Run" AS other, "FirstAnswer"
    WHERE "Cohort".id = NEW."cohortId" AND "Cohort".visibility = 'BLIND' AND own.id = NEW."runId"
      AND (other.id = own.id OR other."contentDigest" = ANY (own.overlaps) OR own."contentDigest" = ANY (other.overlaps))
      AND "FirstAnswer"."contentDigest" = other."contentDigest"
  ), 'its cohort is blind, and its debates were answered about before');
  RETURN NEW;
END $$;
CREATE TRIGGER never_answered BEFORE INSERT ON "CohortPart" FOR EACH ROW EXECUTE FUNCTION refuse_answered_blind();
